import type { AlarmName } from './objectives.ts';

const stateOnly = 'Calls nobody by itself.';

/** One sentence for the person who reads the alarm. */
export const alarmMeanings: Readonly<Record<AlarmName | 'Unavailable' | 'Slow', string>> = {
  Unavailable: 'Clients get no answer, or an error of ours: 6 % of requests for minutes.',
  FailingForMinutes: `In three minutes of the last hour, 6 % of requests failed by our fault. ${stateOnly}`,
  FailingForTwoMinutes: `In two minutes of the last hour, 8 % of requests failed by our fault. ${stateOnly}`,
  FailingAltogether: `In a minute of the last hour, more than 30 requests failed and none was served. ${stateOnly}`,
  FailingAtLowTraffic: `In four minutes of two hours, more than half of a few requests failed by our fault. ${stateOnly}`,
  FailingByGateway: `In three minutes of the last hour, the gateway answered 6 % of requests with 5xx. ${stateOnly}`,
  ProbeFails: `In two minutes of three, the probe got a wrong answer or none. ${stateOnly}`,
  ProbeFailsAgain: `In three minutes of the last hour, the probe got a wrong answer or none. ${stateOnly}`,
  ProbeSilent:
    'The probe has not run for five minutes, so nobody would notice an outage without traffic.',
  Slow: 'Clients wait two seconds or longer for an answer: 6 % of requests for minutes.',
  SlowAnswers: `In three minutes of the last hour, 6 % of requests took two seconds or longer. ${stateOnly}`,
  SlowAtLowTraffic: `In four minutes of two hours, more than half of a few requests took two seconds or longer. ${stateOnly}`,
  UnexpectedFailure: 'A client was answered error 1000: a bug, or a permission that is missing.',
  BudgetBurn: 'For six hours, failures use up in ten days what may fail in thirty.',
  SteadyBurn: 'For three days, more failed than may fail in the long run.',
  SlownessBurn: 'For six hours, slow answers use up in ten days what may be slow in thirty.',
  SilentLogs: 'There are requests, but no lines in the access log, which the alarms read.',
  SilentFunctionLog: 'CreatePlant is called, but its log, which the alarms read, has no lines.',
  NearThrottle: 'Traffic nears what the stage lets pass; beyond, clients are refused with 429.',
  EndedToken:
    'A client was refused, because its token has expired or is revoked. The alarm names it.',
  RefusedTokens: 'A burst of refused tokens: someone is guessing, or a client lost its token.',
  CertificateExpires:
    'The certificate of the domain expires in less than 30 days, and is not renewed.',
  CreatePlantRelease:
    'CreatePlant fails in more than 0.5 % of calls while a new version gets its traffic.',
  AuthorizeRelease:
    'Authorize fails in more than 1 % of calls while a new version gets its traffic.',
};
