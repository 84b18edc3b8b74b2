import type { OperationSchema, StaticOperationSchema } from '@smithy/types';
import type { AwsState } from './aws-state.ts';

/** One operation of AWS that the stand-in knows: its name, its shapes, and what it answers. */
export interface Operation {
  readonly name: string;
  readonly schema: OperationSchema | StaticOperationSchema;
  readonly answer: (input: object, state: AwsState) => object;
}

/** The class of a command in the SDK. TypeScript takes the types of its input and of its output from it. */
type CommandClass<Input, Output> = new (
  input: never,
) => {
  readonly input: Input;
  readonly schema?: OperationSchema | StaticOperationSchema;
  resolveMiddleware(...args: never[]): (args: never) => Promise<{ readonly output: Output }>;
};

/** An operation, by its command in the SDK: tsc checks that the answer has the SDK's shape. */
export function operation<Input extends object, Output>(
  Command: CommandClass<Input, Output>,
  answer: (input: Input, state: AwsState) => Omit<Output, '$metadata'>,
): Operation {
  const { schema } = new Command({} as never);
  if (schema === undefined) throw new Error(`The SDK has no schema of ${Command.name}`);
  return {
    name: Command.name.replace(/Command$/, ''),
    schema,
    answer: answer as Operation['answer'],
  };
}

/** An error of AWS, by the code that is on the wire. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status = 400, message = `The stand-in answers ${code}`) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
