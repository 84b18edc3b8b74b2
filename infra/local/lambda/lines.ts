import type { Readable } from 'node:stream';

/** A stream without line ends must not fill the memory. CloudWatch has the same limit for a log event. */
const longestLine = 256 * 1024;

export function onLines(stream: Readable, listener: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') listener(line);
    if (rest.length > longestLine) {
      listener(rest);
      rest = '';
    }
  });
  stream.on('end', () => {
    if (rest !== '') listener(rest);
  });
}
