/** Source that cannot be composed; crosses the worker's border as plain data. */
export interface SourceProblem {
  readonly field: 'html' | 'react' | 'styles' | 'data' | 'options.header' | 'options.footer';
  readonly message: string;
}

export class SourceRefused extends Error {
  readonly problem: SourceProblem;

  constructor(field: SourceProblem['field'], message: string) {
    super(message);
    this.name = 'SourceRefused';
    this.problem = { field, message };
  }
}
