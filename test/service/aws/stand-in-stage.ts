import { authorizer } from '../../../functions/service.ts';

interface Alarm {
  readonly StateValue: string;
  readonly StateReason: string;
  readonly EvaluationState?: string;
}

/** How the stand-in behaves: as we expect of AWS. A test changes one of these. */
export function stageAsExpected() {
  return {
    /** How long the gateway goes on with its cached decision. */
    secondsAfterRevoke: 2,
    secondsAfterEnd: authorizer.cacheSeconds - 10,
    /** Whether the alarm EndedToken names the token that ended. */
    hasContributor: true,
    /** The line of the access log about a request. */
    line: (requestId: string, client: string): string | undefined =>
      JSON.stringify({ requestId, client }),
    findsJson: true,
    served: [{ Sum: 90, SampleCount: 100 }],
    failed: [{ Sum: 0, SampleCount: 100 }],
    alarm: (_: string): Alarm | undefined => ({ StateValue: 'OK', StateReason: 'a reason' }),
    /** Whether a release reaches the second function. */
    moves: true,
    /** The state of the stack after a release, and how often it is asked before it has this state. */
    end: 'UPDATE_ROLLBACK_COMPLETE',
    looksBeforeEnd: 2,
    versionAfter: '1',
    /** The operation that AWS refuses. */
    refuses: '',
  };
}

export type StandInStage = ReturnType<typeof stageAsExpected>;
