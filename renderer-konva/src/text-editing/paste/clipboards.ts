/** The clipboard's HTML as programs write it, shortened; for tests. */
export const CLIPBOARDS = {
  word: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ADA/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle>The bakery<o:p></o:p></p>
<h1>Opening
hours<o:p></o:p></h1>
<p class=MsoNormal align=center style='text-align:center'><b><span lang=EN-US style='font-size:14.0pt;color:#C00000'>Fresh</span></b><span lang=EN-US> bread, <i>“every day”</i> &amp; <u>more</u><o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Rye<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>with seeds<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Spelt<o:p></o:p></p>
<p class=MsoNormal>Order:</p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Call us</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>4.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Or <a href="https://example.org/order">write</a></p>
<table class=MsoTableGrid border=1><tr><td width=200><p class=MsoNormal>Monday</p></td><td><p class=MsoNormal>closed</p></td></tr></table>
<p class=MsoNormal><![if !vml]><img width=10 height=10 src="file:///C:/clip_image002.png" v:shapes="x"><![endif]>The end<span style='mso-hide:all'>hidden</span></p>
<!--EndFragment--></body></html>`,
  docs: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b3c"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;font-style:normal;text-decoration:none;">Market day</span></h2><p dir="ltr" style="line-height:1.38;text-align:right;"><span style="font-size:11pt;color:#ff0000;font-weight:700;">Loud</span><span style="font-size:11pt;font-weight:400;"> and quiet, </span><a href="https://example.org/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">a link</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-style:italic;">One a</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul></b><br class="Apple-interchange-newline">`,
  web: `<meta charset='utf-8'><h5 style="color: rgb(32, 33, 34); font-family: sans-serif;">Small heading</h5><div style="font-size: 16px; font-weight: 400;">A <strong style="font-weight: 700">strong</strong> word<br>and a line</div><ol start="2"><li>two</li><li>three<ul><li>inside</li></ul></li></ol><pre>a  b</pre><table><tbody><tr><th>Head</th><td>cell</td></tr></tbody></table><p style="display:none">unseen</p>`,
  hostile: `<p onclick="alert(1)" style="background:url(javascript:alert(1));position:fixed">Hello <a href="javascript:alert(1)">bad</a> <a href=" java&#10;script:alert(1)">worse</a> <a href="data:text/html,x">data</a> <a href="https://example.org/ok" onmouseover="x()">good</a></p><script>alert(1)</script><style>*{display:none}</style><iframe src="https://evil.test"></iframe><svg onload="alert(1)"><text>svg</text></svg><img src=x onerror=alert(1)><form action="https://evil.test"><input value="field"><button>press</button><textarea>area</textarea></form><math><mtext>math</mtext></math><template><p>template</p></template><object data="x">object</object><p data-pm-fake style="color:red">End</p>`,
} as const;
