import { alarmQuestions } from './alarm-questions.ts';
import type { AskedStage } from './asked-stage.ts';
import { gatewayQuestions } from './gateway-questions.ts';
import { logQuestions } from './log-questions.ts';
import { metricQuestions } from './metric-questions.ts';
import type { Question } from './question.ts';
import { releaseQuestion } from './release-question.ts';
import { tokenQuestions } from './token-questions.ts';

/** All that a deployed stage is asked, in this order: values of logs and alarms come some minutes after requests. */
export function questionsOf(asked: AskedStage, deploy?: () => Promise<unknown>): Question[] {
  return [
    ...gatewayQuestions(asked),
    ...tokenQuestions(asked),
    ...logQuestions(asked),
    ...metricQuestions(asked),
    ...alarmQuestions(asked),
    releaseQuestion(asked, deploy),
  ];
}
