/** What a new template begins with. */
export const BLANK = {
  html: `<!doctype html>
<html>
  <head>
    <title>{{title}}</title>
    <style>
      body { font: 11pt/1.5 Inter, sans-serif; color: #1c2230; }
      h1 { font-size: 20pt; margin: 0 0 12pt; }
      table { width: 100%; border-collapse: collapse; }
      td, th { padding: 6pt 0; border-bottom: 1px solid #dfe3ea; text-align: left; }
      .amount { text-align: right; }
    </style>
  </head>
  <body>
    <h1>{{title}}</h1>
    <p>Dear {{customer.name}},</p>
    <table>
      {{#each items}}
        <tr><td>{{name}}</td><td class="amount">{{formatCurrency price "EUR"}}</td></tr>
      {{/each}}
    </table>
  </body>
</html>
`,
  data: JSON.stringify(
    {
      title: 'A first document',
      customer: { name: 'Ada Lovelace' },
      items: [
        { name: 'Paper', price: 12.5 },
        { name: 'Ink', price: 30 },
      ],
    },
    null,
    2,
  ),
};
