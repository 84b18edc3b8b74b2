import { Problem } from '../../infra/project/problem.ts';
import { SchemaProblem } from './schema-problem.ts';

/** Several Problems, each in its own line. */
class Problems extends Problem {
  readonly all: readonly Problem[];

  constructor(all: readonly Problem[]) {
    super(all.map(({ message }) => message).join('\n'));
    this.all = all;
  }
}

/** Throws these Problems as one. The first place where a fault was found is enough. */
export function throwAll(problems: readonly Problem[]): void {
  const faults = problems.map((one) => (one instanceof SchemaProblem ? one.fault : one.message));
  const first = problems.filter((_, at) => faults.indexOf(`${faults[at]}`) === at);
  if (first.length > 0) throw new Problems(first);
}

type Tasks = readonly (() => unknown)[];
type Results<All extends Tasks> = { readonly [At in keyof All]: ReturnType<All[At]> };

/** Does each task, also after the Problem of another one. Then it throws all Problems as one. */
export function together<const All extends Tasks>(tasks: All): Results<All> {
  const problems: Problem[] = [];
  const results = tasks.map((task) => {
    try {
      return task();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(...(error instanceof Problems ? error.all : [error]));
      return undefined;
    }
  });
  throwAll(problems);
  return results as Results<All>;
}

/** Does the same task for each item, as `together` does tasks. */
export function togetherForEach<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Result,
): readonly Result[] {
  return together(items.map((item) => () => task(item)));
}
