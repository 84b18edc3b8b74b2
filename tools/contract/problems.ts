import { Problem } from '../../infra/project/problem.ts';

type Tasks = readonly (() => unknown)[];
type Results<All extends Tasks> = { readonly [At in keyof All]: ReturnType<All[At]> };

/** Does each task, also after the Problem of another one. Then it throws all Problems as one, each in its own line. */
export function together<const All extends Tasks>(tasks: All): Results<All> {
  const sentences: string[] = [];
  const results = tasks.map((task) => {
    try {
      return task();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      sentences.push(...error.message.split('\n'));
      return undefined;
    }
  });
  if (sentences.length > 0) throw new Problem(withoutRepeats(sentences).join('\n'));
  return results as Results<All>;
}

/** Operations share schemas. The first place where a fault was found is enough. */
function withoutRepeats(sentences: readonly string[]): string[] {
  const faults = sentences.map((one) => one.replace(/(?: of)? the (path|body|answer) of \w+/, ''));
  return sentences.filter((_, at) => faults.indexOf(`${faults[at]}`) === at);
}

export function refusal(at: string, what: string, right: string): Problem {
  return new Problem(`openapi.yaml: ${at} cannot have ${what}, so write ${right}.`);
}

export function unmet(at: string): Problem {
  return refusal(at, 'rules that no value meets', 'other ones');
}
