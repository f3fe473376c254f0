/** A page of the dashboard as data; whichever plugin provides the dashboard lays it out. */
export interface DashboardPage {
  /** Below the dashboard's root, unique across plugins: `/history`. */
  readonly path: `/${string}`;
  readonly title: string;
  /** The page's main part as HTML, escaped where it shows data. */
  render(request: { readonly accountId: string; readonly query: URLSearchParams }): Promise<string>;
}
