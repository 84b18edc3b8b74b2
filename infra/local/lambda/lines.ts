import type { Readable } from 'node:stream';

/** A stream without line ends must not fill the memory. CloudWatch has the same limit for a log event. */
const longestLine = 256 * 1024;

export function onLines(
  stream: Readable,
  listener: (line: string) => void,
  longest = longestLine,
): void {
  let line = '';
  const end = () => {
    if (line !== '') listener(line);
    line = '';
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [rest, ...others] = text.split('\n');
    line += rest;
    for (const next of others) {
      end();
      line = next;
    }
    if (line.length > longest) end();
  });
  stream.on('end', end);
}
