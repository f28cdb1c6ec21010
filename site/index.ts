/** What other folders use of the documentation's build. */
export { codeBlocks, type CodeBlock } from './test/code-blocks.ts';
