import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * The lines of a stack, with places in TypeScript instead of places in the bundle. The source map is read
 * when a first failure is logged. With `--enable-source-maps`, Node would read it at each start.
 */
export function typescriptStack(stack: string): string[] {
  return stack.split('\n').map(typescriptLine);
}

const frame = /^(?<at> +at (?:async )?)(?:.*\()?(?<file>[^()]+):(?<line>\d+):(?<column>\d+)\)?$/;

function typescriptLine(text: string): string {
  const { at, file, line, column } = frame.exec(text)?.groups ?? {};
  const origin = mapOf(String(file))?.findOrigin(Number(line), Number(column));
  if (origin === undefined || !('fileName' in origin)) return text;
  return `${at}${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(String(readFileSync(file))));
  } catch {
    // A log without TypeScript's lines is better than no log.
  }
  return undefined;
}
