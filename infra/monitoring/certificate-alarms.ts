import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ticket } from './alarm-effect.ts';
import type { AlarmEntries } from './alarm-entry.ts';

export function certificateAlarms(CertificateArn: string): AlarmEntries {
  const days = new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn },
    statistic: 'Minimum',
  });
  const least = 30;
  return {
    CertificateExpires: {
      meaning: `The certificate of the domain ends in less than ${least} days, and is not renewed.`,
      effect: ticket,
      metrics: { days },
      // AWS counts the days twice a day, and stops when a certificate has expired.
      formula: `${least} - days`,
      minutes: 24 * 60,
      periods: [1, 1],
      needsDataAfterMinutes: 48 * 60,
    },
  };
}
