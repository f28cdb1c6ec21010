/** The parts of Eleventy that the build uses; the package has no types of its own. */
declare module '@11ty/eleventy' {
  import type MarkdownIt from 'markdown-it';

  export interface EleventyConfig {
    readonly ignores: Set<string>;
    setQuietMode(quiet: boolean): void;
    setUseGitIgnore(use: boolean): void;
    addTemplate(name: string, content: string, data: object): void;
    addGlobalData(name: string, value: unknown): void;
    addFilter(name: string, filter: (...values: never[]) => unknown): void;
    amendLibrary(name: 'md', amend: (markdown: MarkdownIt) => void): void;
    setIncludesDirectory(directory: string): void;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode: boolean;
        readonly configPath: false;
        config(config: EleventyConfig): void;
      },
    );
    write(): Promise<void>;
  }
}
