import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";
import "./style/dashboard.css";
import "./style/reductions.css";
import "./style/settings.css";
import { Shell } from "./shell.js";
import { followEvents } from "./state/events.js";
import { followInfo } from "./state/info.js";
import { followRoute } from "./state/route.js";
import { followTheme } from "./state/theme.js";
import { takeToken } from "./state/token.js";

takeToken();
followRoute();
followTheme();
followInfo();
void followEvents();

const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<Shell />, root);
}
