import { embeddedTemplate } from './copy-database.ts';

// A run of the suite makes it first: test files that start together would each make one.
await embeddedTemplate(true);
