import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { urlOf } from './functions.ts';

let version = 0;

const require = module.createRequire(import.meta.url);

/** Makes files below `functions` reloadable: after each call of the result, imports read them again. */
export function makeReloadable(): () => void {
  const root = urlOf('functions/');
  // At its first use, Node warns that this function can change.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  module.stripTypeScriptTypes('');
  process.emitWarning = emitWarning;
  module.registerHooks({
    // Node loads each URL once.
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isImported = context.conditions?.includes('import') && resolved.url.startsWith(root);
      return isImported ? { ...resolved, url: `${resolved.url}?${version}` } : resolved;
    },
    // A debugger finds the file of a breakpoint by its URL, so it must not see the version.
    load(url, context, next) {
      const isModule = url.startsWith(root) && context.format?.startsWith('module');
      if (!isModule) return next(url, context);
      const [sourceUrl = ''] = url.split('?');
      const text = readFileSync(fileURLToPath(sourceUrl), 'utf8');
      const source = module.stripTypeScriptTypes(text, { sourceUrl });
      return { format: 'module', shortCircuit: true, source };
    },
  });
  const folder = fileURLToPath(root);
  return () => {
    version += 1;
    // Node keeps CommonJS by its file.
    for (const file of Object.keys(require.cache)) {
      if (file.startsWith(folder)) delete require.cache[file];
    }
  };
}
