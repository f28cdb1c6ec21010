/** The files of AWS's own tools, and where the keys of a profile in them come from. */
export { awsFiles, hasProfile, type AwsFiles } from './aws-files.ts';
export { vendorSourceOf } from './vendor-source.ts';
