import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { LiveName } from '../../functions/service.ts';
import { readSettings, type Settings } from '../../infra/settings.ts';
// The types of what can be injected.
import type {} from '../../tools/test/setup/global-setup.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Metadata?: Readonly<Record<string, string>>;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<
    Record<string, { readonly Value: unknown; readonly Description: string }>
  >;
}

/** The folder of the one synthesis for all tests of this run: the production stage, with bundles. */
export const assembly = inject('assembly');

/** For another synthesis: an empty file in the place of each bundle, which the CDK would read and copy. */
export const code = inject('emptyCode');

export const templatePath = join(assembly, 'PlantStore.template.json');
export const template: Template = JSON.parse(readFileSync(templatePath, 'utf8'));

/** The folder of a function's bundled code: functionFolder('CreatePlant'). */
export function functionFolder(id: string): string {
  return join(
    assembly,
    template.Resources[id]?.Metadata?.['aws:asset:path'] ?? `no function ${id}`,
  );
}

export function resourcesOf(type: string, from: Template = template): Record<string, Resource> {
  return Object.fromEntries(Object.entries(from.Resources).filter(([, { Type }]) => Type === type));
}

/** The only resource of a type. */
export function resourceOf(type: string, from: Template = template): Resource {
  const [resource, ...others] = Object.values(resourcesOf(type, from));
  if (resource === undefined || others.length > 0) throw new Error(`There is not one ${type}`);
  return resource;
}

/** The names of the functions that clients wait for. */
export const liveNames = Object.values(resourcesOf('AWS::Lambda::Alias')).map(
  ({ Properties }) => (Properties['FunctionName'] as { Ref: LiveName }).Ref,
);

/** The alias by which a function is called. */
export function aliasOf(fn: string): string {
  const [id] =
    Object.entries(resourcesOf('AWS::Lambda::Alias')).find(
      ([, { Properties }]) => (Properties['FunctionName'] as { Ref: string }).Ref === fn,
    ) ?? [];
  return id ?? `no alias of ${fn}`;
}

interface Synthesized {
  readonly template: Template;
  readonly terminationProtection: boolean;
}

/** The template of another synthesis, with these settings. All test files that ask for the same settings share it. */
export async function synthesizedWith(context: Readonly<Record<string, unknown>>) {
  const answer = await fetch(inject('syntheses'), {
    method: 'POST',
    body: JSON.stringify(context),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Synthesized;
}

/** The settings of a domain. */
export const customDomain = {
  domainName: 'plants.example.xn--p1ai',
  certificateArn: 'arn:aws-eusc:acm:eusc-de-east-1:123456789012:certificate/0a1b2c3d-1234',
};

/** For each setting another value than its default. A new setting needs its row here. */
export const otherSettings = {
  stage: 'test',
  disposable: true,
  gradual: false,
  throttleRate: 5,
  throttleBurst: 7,
  maxWriteUnits: 900,
  architecture: readSettings({}).architecture === 'arm64' ? 'x86_64' : 'arm64',
  probe: false,
  monitoring: false,
  logRetentionDays: 3,
  alarmEmail: 'on-call@example.com,https://pager.example.com/v1?key=a-b',
  ticketEmail: 'team@example.com',
  commit: '0123456789abcdef0123456789abcdef01234567',
  repositoryUrl: 'https://github.com/example/plants',
  ...customDomain,
} as const satisfies Record<keyof Settings, unknown>;

/** Those of the settings that have no default: with them, production has each of its outputs and subscriptions. */
export const optionalSettings = Object.fromEntries(
  Object.entries(readSettings({}))
    .filter(([, value]) => value === undefined)
    .map(([name]) => [name, otherSettings[name as keyof Settings]]),
);
