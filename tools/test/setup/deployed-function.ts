import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

export type DeployedFunction = ReturnType<typeof deployedFunction>;

/** What Lambda gets of a function of an assembly. In its variables, a reference is the name of the resource. */
export function deployedFunction(assembly: string, id: string) {
  const [file = ''] = globSync('*.template.json', { cwd: assembly });
  const template = readFileSync(join(assembly, file), 'utf8');
  const { Metadata, Properties } = JSON.parse(template).Resources[id];
  const variables = Object.entries<{ readonly Ref?: string }>(Properties.Environment.Variables);
  return {
    folder: join(assembly, Metadata['aws:asset:path']),
    handler: Properties.Handler as string,
    // All others are addresses of AWS.
    variables: Object.fromEntries(
      variables.flatMap(([name, { Ref }]) => (Ref ? [[name, Ref]] : [])),
    ),
  };
}

let instances = 0;

/** Loads the handler again, as Lambda does for a new instance. */
export async function newInstance({ folder, handler }: DeployedFunction) {
  const [file, name = ''] = handler.split('.');
  instances += 1;
  // The entry itself loads the bundle by require().
  delete createRequire(import.meta.url).cache[join(folder, 'handler.js')];
  const url = `${pathToFileURL(join(folder, `${file}.mjs`)).href}?${instances}`;
  const { [name]: found } = await import(/* @vite-ignore */ url);
  if (found === undefined) throw new Error(`${handler} is not exported`);
  return found as Handler;
}
