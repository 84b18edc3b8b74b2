import type { Random } from '../simulation/random.ts';

/** Texts that are put into a request, one per line. */
const odd = String.raw`
\r\n
\r\n\r\n
\0
%2f
{
"
🌿
-1
Content-Length: 5\r\n
Content-Length: 99999999\r\n
Transfer-Encoding: chunked\r\n
Host: evil.example\r\n
Expect: 100-continue\r\n
Connection: close\r\n
Upgrade: h2c\r\n
CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n
OPTIONS * RTSP/1.0\r\n
HTTP/2.0
5\r\nabcde\r\n0\r\n\r\n`
  .split('\n')
  .map((text) => text.replaceAll('\\r', '\r').replaceAll('\\n', '\n').replaceAll('\\0', '\0'))
  .concat('a'.repeat(11_000), 'a'.repeat(70_000));

/** One to four changes: a text put in, a part left out, sent twice, or with another character. */
export function changed(request: string, random: Random): string {
  let text = request;
  for (let left = 1 + random() * 4; left >= 1; left -= 1) {
    const start = Math.floor(random() * text.length);
    const end = start + Math.floor(random() * 20);
    const insert = odd[Math.floor(random() * odd.length)] ?? '';
    const character = String.fromCharCode(random() * 256);
    const part = [insert, '', text.slice(start, end).repeat(2), character, text][
      Math.floor(random() * 5)
    ];
    text = text.slice(0, start) + part + text.slice(random() < 0.5 ? start : end);
  }
  return text;
}

/** The request in one piece, or cut in two. */
export function pieces(text: string, random: Random): string[] {
  const cut = Math.floor(random() * text.length);
  return random() < 0.7 ? [text] : [text.slice(0, cut), text.slice(cut)];
}
