import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { AwsState } from '../aws-state.ts';
import { AwsError, operation } from '../operation.ts';

export const acm = [
  operation(DescribeCertificateCommand, ({ CertificateArn = '' }, state: AwsState) => {
    const found = state.certificates[CertificateArn];
    if (found === undefined) throw new AwsError('ResourceNotFoundException');
    return {
      Certificate: {
        CertificateArn,
        Status: found.status as 'ISSUED',
        Type: found.type as 'AMAZON_ISSUED',
        NotAfter: found.end,
      },
    };
  }),
];
