import { App, Stack } from 'aws-cdk-lib';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import {
  authorizer,
  type FunctionName,
  functions,
  type LiveName,
  routes as ownRoutes,
} from '../../../functions/service.ts';
import { Monitoring } from '../../../infra/monitoring/monitoring.ts';
import { ServiceApi } from '../../../infra/service-api.ts';
import { LiveFunction, type LiveFunctions } from '../../../infra/service-function.ts';
import { readSettings } from '../../../infra/settings.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { code, resourcesOf, type Template } from '../../setup/synthesized.ts';
import { countedIn, filtersOf } from './cloudwatch-model/filter-patterns.ts';

// If two functions have routes, each is watched by itself. The second one here has the code of the first.
const keys = { CreatePlant: 'POST /plants', Second: 'GET /plants/{id}' };
const names = Object.keys(keys) as (keyof typeof keys)[];

/** Only meanwhile, because all test files of a process share these functions. */
function withSecondFunction<Result>(run: () => Result): Result {
  Object.assign(functions, { Second: functions.CreatePlant });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(functions, 'Second');
  }
}

function templateOfTwo(): Template {
  const app = new App({ outdir: temporaryFolder(), builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'PlantStore');
  const settings = readSettings({});
  const both = { ...code, Second: code.CreatePlant };
  // The API also needs the functions of its own routes.
  const own = ownRoutes.map(({ functionName }) => functionName);
  const live = [...new Set([...names, ...own, authorizer.functionName])].map((id) => {
    const props = { settings, code: both, description: id, environment: {} };
    return [id, new LiveFunction(stack, id as FunctionName, props)];
  });
  const liveFunctions = Object.fromEntries(live) as LiveFunctions;
  const api = new ServiceApi(stack, 'Api', settings, liveFunctions);
  const routes = names.map((name) => {
    const [method = '', path = ''] = keys[name].split(' ');
    return { method, path, functionName: name as LiveName };
  });
  const watched = { settings, api, liveFunctions, routes, probe: undefined, tableUses: [] };
  new Monitoring(stack, 'Monitoring', watched);
  return Assertions.fromStack(stack).toJSON() as Template;
}

const template = withSecondFunction(templateOfTwo);
const filters = filtersOf(template);

const alarms = Object.entries(resourcesOf('AWS::CloudWatch::Alarm', template));
function alarm(name: string): (typeof alarms)[number] | [] {
  return (
    alarms.find(([, { Properties }]) => Properties['AlarmName'] === `PlantStore-${name}`) ?? []
  );
}

it.each(names)('%s, one of two functions with routes, is watched by itself', (name) => {
  const line = { client: 'nursery', route: keys[name], responseLatency: '9' };
  const counted = (status: string) => countedIn(/AccessLogs/, [{ ...line, status }], filters);
  expect(counted('204')).toEqual([`${name}Served`, 'Served'].toSorted());
  expect(counted('503')).toEqual(['Failed', `${name}Failed`].toSorted());
  const { error } = failures.unavailable;
  const logged = [{ message: { error, client: 'nursery' } }];
  expect(countedIn(RegExp(`^${name}Logs`), logged, filters)).toContain(`${name}Failed`);
  // alarms.test.ts has the formulas.
  const [failingId, failing] = alarm(`${name}Failing`);
  expect(JSON.stringify(failing)).toMatch(RegExp(`"${name}Failed".+"${name}Served"`));
  const page = JSON.stringify(resourcesOf('AWS::CloudWatch::CompositeAlarm', template));
  expect(page).toContain(`"${failingId}"`);
  const [, release] = alarm(`${name}Release`);
  expect(JSON.stringify(release)).toContain(`"${name}Failed"`);
});

// At night nobody else calls the service, so there may be no data.
it('without a probe, no alarm needs data', () => {
  const needy = alarms.filter(([, { Properties }]) => {
    return Properties['TreatMissingData'] !== 'notBreaching';
  });
  expect(needy.map(([id]) => id)).toEqual([]);
});
