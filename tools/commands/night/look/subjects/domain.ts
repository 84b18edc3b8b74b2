import { type CertificateDetail, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { utc } from '../../../terminal/utc.ts';
import { samplePath } from '../../sample-path.ts';
import { type Answer, known } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Finding } from '../finding.ts';
import { certificateOf } from '../kinds/domains.ts';
import { aws } from '../mends.ts';
import { day } from '../spans.ts';
import { type Asked, ofType, type Subject } from './subject.ts';

interface DomainAnswers {
  readonly arn: string | undefined;
  readonly certificate: Answer<CertificateDetail | undefined> | undefined;
  readonly reached: Reached;
}

/** What a request without a token gets: a status, or the code of an error. */
interface Reached {
  readonly status?: number;
  readonly code?: string;
}

function askCertificate({ ask }: Asking, CertificateArn: string) {
  return ask('acm:DescribeCertificate', { CertificateArn }, async ({ acm }, signal) => {
    return (await acm.send(new DescribeCertificateCommand({ CertificateArn }), signal)).Certificate;
  });
}

/** Sends a request as a client does, but without a token. It reaches no function, and changes nothing. */
async function reach({ stage, expected }: Asked): Promise<Reached> {
  const address = stage.outputs['DomainUrl'] ?? stage.outputs['ApiUrl'];
  const [route] = ofType(expected, 'AWS::ApiGatewayV2::Route');
  const [method, path] = String(route?.properties['RouteKey']).split(' ');
  if (address === undefined || method === undefined || path === undefined) return {};
  try {
    const url = address + samplePath(path);
    const { status } = await fetch(url, { method, signal: AbortSignal.timeout(8_000) });
    return { status };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { code: cause?.code ?? name };
  }
}

/** The way in: the domain, its certificate, and an answer. */
export const domain: Subject<DomainAnswers> = {
  async ask(asking, asked) {
    const [wanted] = ofType(asked.expected, 'AWS::ApiGatewayV2::DomainName');
    const arn = wanted && certificateOf(wanted);
    const [certificate, reached] = await Promise.all([
      arn ? askCertificate(asking, arn) : undefined,
      reach(asked),
    ]);
    return { arn, certificate, reached };
  },

  judge({ arn, certificate, reached }, { now }) {
    const detail = known(certificate);
    const findings = [
      ...(arn && certificate && 'gone' in certificate ? [noCertificate(arn)] : []),
      ...(arn && detail ? certificateState(arn, detail, now) : []),
      ...way(reached),
    ];
    const isClaimed = reached.status !== undefined || way(reached).length > 0;
    const remarks =
      isClaimed || reached.code === undefined
        ? []
        : [`Not asked: the address of the service (${reached.code}).`];
    return { findings, remarks };
  },
};

/** As the alarm about the certificate has it. */
export const certificateDays = 30;

function noCertificate(arn: string): Finding {
  return {
    rank: 'STOPS',
    what: 'The certificate of the domain is gone.',
    means: 'Clients get no connection, now or soon.',
    detail: `The certificate is ${arn}.`,
    runbook: 'certificateexpires',
    commands: [],
  };
}

function certificateState(
  arn: string,
  { Status, NotAfter, Type }: CertificateDetail,
  now: Date,
): Finding[] {
  const isUsable = Status === 'ISSUED' || Status === 'PENDING_VALIDATION';
  const left = NotAfter ? NotAfter.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (isUsable && left > certificateDays * day) return [];
  const hasEnded = !isUsable || left <= 0;
  return [
    {
      rank: hasEnded ? 'STOPS' : 'UNSAFE',
      what: hasEnded
        ? `The certificate of the domain is ${left <= 0 ? 'EXPIRED' : Status}.`
        : `The certificate of the domain ends at ${NotAfter ? utc(NotAfter) : ''}.`,
      means: hasEnded ? 'Clients get no connection.' : 'Then clients get no connection.',
      detail: `The certificate is ${arn} (${Type}).`,
      runbook: 'certificateexpires',
      // It prints the record that DNS must have, so that AWS renews it.
      commands: [aws('acm describe-certificate', { 'certificate-arn': arn })],
    },
  ];
}

const certificateCodes = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** 401 is right: the gateway asks for a token. Any error of the network but these can be that of this machine. */
function way({ status, code }: Reached): Finding[] {
  const common = { runbook: 'clients-cannot-connect', commands: [] };
  if (code === 'ENOTFOUND') {
    return [
      {
        ...common,
        rank: 'STOPS',
        what: 'DNS does not know the address of the service.',
        means: 'Clients get no connection.',
      },
    ];
  }
  if (code !== undefined && certificateCodes.includes(code)) {
    return [
      {
        ...common,
        rank: 'STOPS',
        what: `The certificate of the address is wrong: ${code}.`,
        means: 'Clients get no connection.',
      },
    ];
  }
  if (status === undefined || status === 401) return [];
  const what = `A request without a token got ${status}, not 401.`;
  if (status === 400 || status < 300) {
    return [
      {
        ...common,
        rank: 'OPEN',
        what,
        means: 'Requests reach a function without a token.',
        runbook: 'close-the-api',
      },
    ];
  }
  if (status === 429)
    return [
      { ...common, rank: 'LIMITS', what, means: 'Clients are throttled.', runbook: 'throttled' },
    ];
  return [{ ...common, rank: 'STOPS', what, means: 'Clients do not reach the service.' }];
}
