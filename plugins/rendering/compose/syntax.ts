export const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression';

/** The partials that `{{#*inline "name"}}` defines among a program's own statements. */
export function inlinePartials({ body }: hbs.AST.Program): [name: string, program: hbs.AST.Program][] {
  return body.flatMap((statement): [string, hbs.AST.Program][] => {
    if (statement.type !== 'DecoratorBlock') return [];
    const { params, program } = statement as hbs.AST.DecoratorBlock;
    const [name] = params;
    return name?.type === 'StringLiteral' ? [[(name as hbs.AST.StringLiteral).value, program]] : [];
  });
}
