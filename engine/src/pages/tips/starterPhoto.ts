/** A smiling face as a placeholder for a photo. 400 by 400 px. */
export const starterPhoto = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">
<path fill="#F6EDE1" d="M0 0H400V400H0Z"/>
<path fill="#2B4EFF" stroke="#1E1A16" stroke-width="6" stroke-linejoin="round" d="M60 408C62 322 126 290 200 290C274 290 338 322 340 408Z"/>
<path fill="#FFFFFF" stroke="#1E1A16" stroke-width="6" stroke-linejoin="round" d="M150 296C158 330 178 344 200 344C222 344 242 330 250 296C220 288 180 288 150 296Z"/>
<path fill="#FFB52E" stroke="#1E1A16" stroke-width="6" d="M96 184C94 120 140 72 202 74C264 74 306 122 304 184C304 246 258 294 200 294C142 292 98 246 96 184Z"/>
<circle cx="166" cy="178" r="10" fill="#1E1A16"/><circle cx="234" cy="178" r="10" fill="#1E1A16"/>
<path fill="none" stroke="#1E1A16" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M158 220C178 248 222 248 242 220"/>
<circle cx="136" cy="212" r="16" fill="#FF8FB8"/><circle cx="264" cy="212" r="16" fill="#FF8FB8"/>
</svg>`;
