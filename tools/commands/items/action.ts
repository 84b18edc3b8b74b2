import type { Plan } from '../../shared/stage/plan.ts';
import type { Target } from '../../shared/target/target.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';

/** What a user wants of the items, with its arguments: `deleting` for `delete`, and so on. */
export type ItemsAction = (context: ActionContext) => Promise<void>;

export interface ActionContext {
  readonly target: Target;
  /** The options that name the target again, for commands that are printed: ` --stack NAME`. */
  readonly options: string;
  readonly terminal: Terminal;
  /** Says what will change, and does it if the user wants it. */
  readonly carryOut: (plan: Plan) => Promise<void>;
}
