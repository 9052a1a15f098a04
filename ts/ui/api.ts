// Every answer and request between the page and the server that serves it, as JSON. Types alone: the browser's code and the
// server's share them and nothing else.
//
// Rules of the protocol:
// - The page is at `/`, its files are under {@link APP_PATH}, and everything here is under {@link API_PATH}. An underscore is
//   in no name of an upstream, so that a gateway's own paths cannot hide them.
// - The token comes in the fragment of the page's address (`/#token=…`), which no server sees. The page takes it out of the
//   address, keeps it in `sessionStorage`, and sends it in the header {@link TOKEN_HEADER} with every request, including the
//   stream of events (so by `fetch`, not by `EventSource`). There are no cookies: those do not tell ports apart.
// - An answer that is no 2xx is an {@link ApiFailure}. 401: the token is missing or wrong.
// - Times are milliseconds since 1970, money is in US dollars, tokens are whole numbers. What is unknown is absent.
// - Texts are as they came: hostile ones, too. They must only ever become text nodes.
export type { CacheCause, CacheDiagnosis } from "../pricing/diagnose-cache.js";
export type {
  DashboardAnswer,
  DashboardGroup,
  DashboardSum,
  HoldoutAnswer,
  HoldoutInterval,
  HoldoutRow,
  Percentiles,
} from "./api/dashboard.js";
export type { ChangedRequest, ChangeKind, DiffBlock, DiffMessage, DiffSpan, OriginalAnswer } from "./api/diff.js";
export { API_PATH, APP_PATH, type ApiFailure, type ApiIssue, TOKEN_HEADER } from "./api/failure.js";
export type { Info, RequestMode } from "./api/info.js";
export type { DecisionRow, ReductionDetail, ReductionNumbers, ReferenceRow, ScoreRow } from "./api/reduction.js";
export type { PageEvent, RequestPage, RequestRow } from "./api/requests.js";
export type {
  PolicyPoint,
  SavingsAnswer,
  SavingsResult,
  SavingsRow,
  TuneAnswer,
  TunedMeasure,
  TunedPoint,
  TuneResult,
  WorkAnswer,
} from "./api/savings.js";
export type { SessionDetail, SessionRow, SessionsAnswer, SessionTurnRow } from "./api/sessions.js";
export type {
  ExportAnswer,
  FieldControl,
  ImportAnswer,
  ImportRequest,
  MigrateRequest,
  MigrationState,
  ModeState,
  SaveAnswer,
  SaveRequest,
  Scope,
  ScopeState,
  SettingField,
  SettingGroup,
  SettingsAnswer,
  StrategyInfo,
  StrategyPlace,
} from "./api/settings.js";
export type { CompareAnswer, CompareColumn, CompareRequest, TryAnswer } from "./api/trial.js";
