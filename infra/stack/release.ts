import { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import { Construct } from 'constructs';
import type { Monitoring } from '../monitoring/monitoring.ts';
import { GradualRelease } from './gradual-release.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ReleaseProps {
  readonly createPlant: ServiceFunction;
  readonly authorize: ServiceFunction;
  readonly alarms: Monitoring['alarms'];
}

/** Which of our own faults take a new version of which function back. */
export class Release extends Construct {
  constructor(scope: Construct, id: string, { createPlant, authorize, alarms }: ReleaseProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    new GradualRelease(this, 'CreatePlant', {
      application,
      fn: createPlant,
      faults: [
        alarms.UnexpectedFailure,
        // Never a client's fault, and what a release that runs out of time answers.
        alarms.StoreUnavailable,
        alarms.CreatePlantErrors,
        alarms.GatewayErrors,
      ],
    });
    new GradualRelease(this, 'Authorize', {
      application,
      fn: authorize,
      faults: [alarms.AuthorizeErrors, alarms.GatewayErrors],
    });
  }
}
