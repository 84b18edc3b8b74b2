import type { Template } from '../../synthesized.ts';
import { type Alarms, alarmsOf } from './cloudwatch.ts';
import { type Metrics, metricsOf } from './metrics.ts';

/** The alarms of a template and what they look at. */
export interface Service {
  readonly alarms: Alarms;
  readonly metrics: Metrics;
}

export function serviceOf(template: Template): Service {
  return { alarms: alarmsOf(template), metrics: metricsOf(template) };
}
