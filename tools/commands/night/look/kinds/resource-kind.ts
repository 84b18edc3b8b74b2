import type { Asking } from '../asking.ts';
import type { AwsAnswer } from '../aws-answer.ts';
import type { Comparison } from '../comparison.ts';
import type { Broken, Consequence } from '../consequence.ts';
import type { Expected } from '../expected.ts';

/** What `look` knows about a type of resources: how to ask for one, and what each difference means. */
export interface ResourceKind {
  readonly type: string;
  /** The resource in a sentence: `The route POST /items`. */
  readonly name: (expected: Expected) => string;
  /** Asks AWS. What of the answer is compared has the form of the template. */
  readonly ask: (asking: Asking, expected: Made) => Promise<AwsAnswer<object>>;
  /** What it means if it is deleted. */
  readonly ifDeleted: Consequence | ((broken: Broken) => Consequence);
  /** What it means if a property has another value than in the template. */
  readonly properties: Readonly<Record<string, Property>>;
}

/** A resource that AWS has made at some time. */
export interface Made extends Expected {
  readonly physicalId: string;
}

/** How a property is compared with the template, and what a difference means. */
export type Property = PropertyComparison & (Consequence | OwnConsequence);

interface PropertyComparison extends Comparison {
  /** Only where this is true. */
  readonly only?: (broken: Broken) => boolean;
}

/** What a difference means depends on the stage. */
interface OwnConsequence {
  readonly consequenceOf: (broken: Broken) => Consequence;
}

/** A property as a text. */
export function propertyText({ properties }: Expected, name: string): string {
  return String(properties[name]);
}
