import { type CertificateDetail, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { utc } from '../../../../shared/terminal/utc.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, isGone, known } from '../aws-answer.ts';
import type { Finding } from '../finding.ts';
import { certificateOf } from '../kinds/domains.ts';
import { aws } from '../mends.ts';
import { day } from '../spans.ts';
import { ofType, type Subject } from './subject.ts';

interface CertificateAnswers {
  /** Undefined without a domain. */
  readonly arn: string | undefined;
  readonly certificate: AwsAnswer<CertificateDetail | undefined> | undefined;
}

/** As the alarm about the certificate has it. */
export const certificateDays = 30;

/** The certificate of the domain. */
export const certificate: Subject<CertificateAnswers> = {
  async ask(asking, { expected }) {
    const [domain] = ofType(expected, 'AWS::ApiGatewayV2::DomainName');
    const arn = domain && certificateOf(domain);
    return { arn, certificate: arn === undefined ? undefined : await askCertificate(asking, arn) };
  },

  judge({ arn, certificate: answer }, { now }) {
    if (arn === undefined) return { findings: [] };
    if (isGone(answer)) return { findings: [noCertificate(arn)] };
    const detail = known(answer);
    return { findings: detail === undefined ? [] : ending(arn, detail, now) };
  },
};

function askCertificate({ ask }: Asking, CertificateArn: string) {
  return ask('acm:DescribeCertificate', { CertificateArn }, async ({ acm }, signal) => {
    return (await acm.send(new DescribeCertificateCommand({ CertificateArn }), signal)).Certificate;
  });
}

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

function ending(arn: string, { Status, NotAfter, Type }: CertificateDetail, now: Date): Finding[] {
  const isUsable = Status === 'ISSUED' || Status === 'PENDING_VALIDATION';
  const left = NotAfter ? NotAfter.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (isUsable && left > certificateDays * day) return [];
  const common = {
    detail: `The certificate is ${arn} (${Type}).`,
    runbook: 'certificateexpires',
    // It prints the record that DNS must have, so that AWS renews it.
    commands: [aws('acm describe-certificate', { 'certificate-arn': arn })],
  };
  if (isUsable && left > 0) {
    const what = `The certificate of the domain ends at ${utc(NotAfter)}.`;
    return [{ ...common, rank: 'UNSAFE', what, means: 'Then clients get no connection.' }];
  }
  const what = `The certificate of the domain is ${left <= 0 ? 'EXPIRED' : Status}.`;
  return [{ ...common, rank: 'STOPS', what, means: 'Clients get no connection.' }];
}
