import type { ReactElement, ReactNode } from 'react';
import { messages } from '../shared/messages.ts';
import { THEME } from '../shared/theme.ts';

const STYLE = `
@font-face{font-family:"Archivo Black";src:url("/fonts/archivo-black-latin-400-normal.woff2") format("woff2");font-display:swap}
@font-face{font-family:Inter;font-weight:400;src:url("/fonts/inter-latin-400-normal.woff2") format("woff2");font-display:swap}
@font-face{font-family:Inter;font-weight:700;src:url("/fonts/inter-latin-700-normal.woff2") format("woff2");font-display:swap}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:${THEME.paper};color:${THEME.ink};font:400 16px/1.4 ${THEME.body};display:grid;grid-template-columns:minmax(0,1fr);align-content:center;justify-items:center;padding:32px 16px}
main{width:100%;max-width:480px}
main.wide{max-width:720px}
h1{font:400 40px/1.1 ${THEME.heading};margin:24px 0 12px;overflow-wrap:anywhere;text-wrap:balance}
main.wide h1{font-size:28px}
p{margin:0 0 16px}
a{color:${THEME.accent}}
a:focus-visible,summary:focus-visible{outline:3px solid ${THEME.marigold};outline-offset:3px;border-radius:6px}
.quiet{color:${THEME.mutedText}}
.note{color:${THEME.mutedText};font-size:14px;margin-top:32px}
.button{display:inline-block;margin-top:8px;padding:13px 24px;background:${THEME.accent};border:1.5px solid ${THEME.ink};border-radius:10px;color:#fff;font-weight:700;text-decoration:none;box-shadow:0 3px 0 ${THEME.ink};transition:transform 140ms ease-out,box-shadow 140ms ease-out}
.button:hover{transform:translateY(-2px);box-shadow:0 5px 0 ${THEME.ink}}
.mails{list-style:none;margin:0;padding:0;border:1.5px solid ${THEME.ink};border-radius:16px;background:${THEME.card};overflow:hidden}
.mails li+li{border-top:1px solid ${THEME.line}}
.mails a{display:grid;grid-template-columns:1fr auto;gap:4px 16px;padding:16px;color:inherit;text-decoration:none}
.mails a:hover{background:${THEME.paper}}
.mails span{grid-row:2;color:${THEME.mutedText};overflow-wrap:anywhere}
.mails time{grid-row:1;grid-column:2;color:${THEME.mutedText};font:400 14px/1.4 ${THEME.mono}}
iframe{width:100%;height:640px;border:1.5px solid ${THEME.ink};border-radius:16px;background:${THEME.card}}
details{margin-top:16px}
summary{cursor:pointer;padding:8px 0}
label{display:block;margin-bottom:8px;font-weight:700}
.problem{padding:4px 0 4px 12px;border-left:4px solid ${THEME.marigold};font-weight:700}
input{width:100%;padding:12px 16px;border:1.5px solid ${THEME.ink};border-radius:10px;background:${THEME.card};color:inherit;font:inherit}
input:focus-visible,button:focus-visible{outline:3px solid ${THEME.marigold};outline-offset:3px}
button{cursor:pointer;font:inherit}
pre{margin:0;padding:16px;border:1px solid ${THEME.line};border-radius:10px;background:${THEME.card};font:400 14px/1.5 ${THEME.mono};white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:600px){h1{font-size:28px}}
@media (prefers-reduced-motion:reduce){.button{transition:none}}
`;

/**
 * A page that the server renders itself, without the web app: no JavaScript, and no images from
 * other hosts. Served with {@link SMALL_PAGE_CSP} or a policy derived from it.
 */
export function SmallPage(props: {
  readonly title: string;
  readonly wide?: boolean;
  /** Draws one cobble as a dashed outline, for missing pages. */
  readonly gap?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${props.title} · ${messages.product}`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main className={props.wide === true ? 'wide' : undefined}>
          <Stones gap={props.gap === true} />
          <h1>{props.title}</h1>
          {props.children}
        </main>
      </body>
    </html>
  );
}

/** The Content-Security-Policy of a {@link SmallPage}. */
export const SMALL_PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

/** A heap of cobbles. */
function Stones(props: { readonly gap: boolean }): ReactElement {
  const ink = { stroke: THEME.ink, strokeWidth: 2.5, strokeLinejoin: 'round' } as const;
  return (
    <svg width="132" height="76" viewBox="0 0 132 76" aria-hidden="true">
      <path
        d="M4 58c0-11 9-17 21-17s20 5 20 16-8 16-21 16S4 69 4 58Z"
        fill={THEME.accent}
        {...ink}
      />
      <path
        d="M48 60c-1-10 7-17 18-17 12 0 19 6 19 15 0 10-8 15-18 15-11 0-18-4-19-13Z"
        fill="#fff"
        {...ink}
      />
      <path
        d="M88 58c0-10 8-16 20-16s20 6 20 16-7 15-20 15-20-5-20-15Z"
        fill={THEME.marigold}
        {...ink}
      />
      <path
        d="M27 26c1-9 9-14 19-14 11 0 18 6 18 14 0 9-8 14-19 14-12 0-19-5-18-14Z"
        fill={THEME.marigold}
        {...ink}
        transform="rotate(-7 46 26)"
      />
      <path
        d="M70 25c0-9 8-15 19-15s18 6 18 15-7 14-18 14-19-5-19-14Z"
        fill={THEME.paper}
        {...ink}
        strokeDasharray={props.gap ? '5 5' : undefined}
        transform="rotate(5 88 25)"
      />
    </svg>
  );
}
