import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LiveName } from '../functions/service.ts';
import { ServiceFunction } from './service-function.ts';

/** A function that clients wait for. They use it through an alias that moves from version to version. */
export class LiveFunction extends ServiceFunction {
  // An intersection, because exactOptionalPropertyTypes refuses the role of CDK's Alias.
  readonly alias: Alias & IFunction = this.addAlias('live') as Alias & IFunction;
}

/** Releases, alarms and dashboard walk them in this order. */
export type LiveFunctions = Readonly<Record<LiveName, LiveFunction>>;
