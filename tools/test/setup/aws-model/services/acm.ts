import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { AwsError, operation } from '../operation.ts';

export const acm = [
  operation(DescribeCertificateCommand, ({ CertificateArn = '' }, state) => {
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
