import { queryOptions } from '@tanstack/react-query';
import { operatorCall } from './operator-session.ts';

/** Prefix of the settings and of the file they come from. */
export const CONFIGURATION = ['operator', 'configuration'] as const;

export const configurationOptions = queryOptions({
  queryKey: [...CONFIGURATION, 'in-force'],
  queryFn: ({ signal }) => operatorCall('readConfiguration', { signal }),
});

export const configurationFileOptions = queryOptions({
  queryKey: [...CONFIGURATION, 'file'],
  queryFn: ({ signal }) => operatorCall('readConfigurationFile', { signal }),
});

/** Applies the file that has this digest. */
export const reloadConfiguration = (digest: string) =>
  operatorCall('reloadConfiguration', { body: { digest } });
