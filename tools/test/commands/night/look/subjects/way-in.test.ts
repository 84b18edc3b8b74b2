import { expect, it, vi } from 'vitest';
import { day } from '../../../../../commands/night/look/spans.ts';
import {
  certificate,
  certificateDays,
} from '../../../../../commands/night/look/subjects/certificate.ts';
import { strangers } from '../../../../../commands/night/look/subjects/strangers.ts';
import { wayIn } from '../../../../../commands/night/look/subjects/way-in.ts';
import type { AwsState } from '../../../../setup/aws-model/aws-state.ts';
import {
  ago,
  answerWith,
  type Case,
  expectFound,
  formulaOf,
  functionName,
  physicalId,
} from './judging.ts';

function failWith(code: string): void {
  const cause = Object.assign(new Error(code), { code });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
}

function certificateIn(state: AwsState) {
  return Object.values(state.certificates)[0] ?? expect.fail('no certificate');
}

const cases: readonly Case[] = [
  [
    'the certificate ends soon',
    certificate,
    (state) => {
      certificateIn(state).end = ago(state, -10 * day);
    },
    { rank: 'UNSAFE', runbook: 'certificateexpires' },
    'stays for a while',
  ],
  [
    'the certificate has ended',
    certificate,
    (state) => {
      Object.assign(certificateIn(state), { end: ago(state, day), status: 'EXPIRED' });
    },
    { rank: 'STOPS', what: 'The certificate of the domain is EXPIRED.' },
    'stays for a while',
  ],
  [
    'the certificate was deleted',
    certificate,
    (state) => {
      state.certificates = {};
    },
    { rank: 'STOPS', what: 'The certificate of the domain is gone.' },
  ],
  [
    'the address answers 404',
    wayIn,
    () => answerWith(404),
    { rank: 'STOPS', runbook: 'clients-cannot-connect' },
  ],
  [
    'a function answers without a token',
    wayIn,
    () => answerWith(400),
    { rank: 'OPEN', runbook: 'close-the-api' },
  ],
  [
    'DNS lost the address',
    wayIn,
    () => failWith('ENOTFOUND'),
    { rank: 'STOPS', runbook: 'clients-cannot-connect' },
  ],
  [
    'the address has a wrong certificate',
    wayIn,
    () => failWith('CERT_HAS_EXPIRED'),
    { rank: 'STOPS' },
  ],
  ['the own network reaches nothing', wayIn, () => failWith('ECONNRESET'), []],
  [
    'somebody added a route',
    strangers,
    (state) => {
      const properties = { ApiId: state.stack.outputs['ApiId'], RouteKey: 'ANY /{proxy+}' };
      state.resources.push({
        logicalId: 'Other',
        type: 'AWS::ApiGatewayV2::Route',
        physicalId: 'abc',
        properties,
      });
    },
    { rank: 'OPEN', what: expect.stringContaining('ANY /{proxy+}, with the authorization NONE') },
  ],
  [
    'somebody else may start a function',
    strangers,
    (state) => {
      const FunctionName = physicalId(state, 'AWS::Lambda::Alias');
      const properties = {
        Action: 'lambda:InvokeFunction',
        Principal: '*',
        FunctionName,
        SourceArn: '*',
      };
      state.resources.push({
        logicalId: 'Other',
        type: 'AWS::Lambda::Permission',
        physicalId: 'other',
        properties,
      });
    },
    {
      rank: 'OPEN',
      what: expect.stringContaining(`A permission lets somebody else start ${functionName}`),
    },
  ],
];

it.for(cases)('%s', expectFound);

it('finds a certificate at the same time as its alarm', () => {
  expect(formulaOf('CertificateExpires')).toBe(`${certificateDays} - days`);
});
