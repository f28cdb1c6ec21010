/** The description of the API. */
export { describeApi } from './describe-api.ts';
export { DescriptionTexts } from './description-texts.ts';
export { writeYaml } from './write-yaml.ts';
