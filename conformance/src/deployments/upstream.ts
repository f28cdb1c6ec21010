export * from '../../upstream/index.ts';
