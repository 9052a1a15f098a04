//! What lines that tell of a failure are made of.

/// One of these is in nearly every line that tells of a failure, so that only lines with one are looked at. At most 32 of
/// four bytes or more, or the search for them is half as fast.
pub(super) const TRIGGERS: [&str; 32] = [
    "rror",
    "RROR",
    "ailed",
    "ailing",
    "ailure",
    "FAIL",
    "(fail)",
    "xcept",
    "atal",
    "ERR_",
    "anic",
    "annot ",
    "ould n",
    "nable to ",
    "o such ",
    "enied",
    "efused",
    "med out",
    "ot found",
    "ot Found",
    "not exist",
    "ndefined",
    "nexpected",
    "lready ",
    "onflict",
    "ONFLI",
    "reject",
    "illed",
    "egment",
    "not rec",
    " problem",
    "E   ",
];

/// The same with other letters and signs than ASCII has.
pub(super) const OTHER_TRIGGERS: [&str; 22] = [
    "✘",
    "✖",
    "× ",
    "✗",
    "✕",
    "ehl",
    "rreur",
    "шибка",
    "错误",
    "エラー",
    "nicht ",
    "introuvable",
    "ucun fichier",
    "ncontrad",
    "未找到",
    "没有那",
    "見つかり",
    "Нет такого",
    "найден",
    "冲突",
    "ОНФЛИ",
    "o existe",
];

/// What errors are called, in lower case.
pub(super) const ERROR_WORDS: [&str; 16] = [
    "error",
    "errors",
    "fatal error",
    "fatal",
    "panic",
    "type error",
    "fehler",
    "erreur",
    "erreur fatale",
    "error grave",
    "errore",
    "erro",
    "ошибка",
    "错误",
    "致命错误",
    "エラー",
];

/// Levels of logs: that of errors, and those at which a line tells of none.
pub(super) const ERROR_LEVELS: [&str; 6] = ["ERROR", "FATAL", "CRITICAL", "SEVERE", "PANIC", "EMERG"];
pub(super) const CALM_LEVELS: [&str; 8] = ["INFO", "DEBUG", "TRACE", "WARN", "WARNING", "NOTICE", "info", "debug"];

/// Verdicts, as whole words.
pub(super) const VERDICTS: [&str; 8] =
    ["FAILED", "FAIL", "FAILURE", "FAILURES", "CONFLICT", "KONFLIKT", "CONFLICTO", "КОНФЛИКТ"];

/// Verdicts that end a sentence.
pub(super) const LOWER_VERDICTS: [&str; 4] = ["failed", "Failed", "failing", "Failure"];

/// What a line, or a part of it behind a colon, begins with if it tells of a failure; in lower case.
pub(super) const BEGINNINGS: [&str; 38] = [
    "cannot ",
    "can't ",
    "could not ",
    "couldn't ",
    "unable to ",
    "failed to ",
    "no such ",
    "no module named ",
    "no required module ",
    "module not found",
    "permission denied",
    "access denied",
    "access is denied",
    "connection refused",
    "connection reset",
    "command not found",
    "not found",
    "undefined reference",
    "undefined symbol",
    "undefined variable",
    "undefined:",
    "unexpected token",
    "unresolved ",
    "syntax error",
    "parse error",
    "segmentation fault",
    "bus error",
    "uncaught ",
    "unhandled ",
    "caused by:",
    "an error occurred",
    "merge conflict in ",
    "build failed",
    "mismatched ",
    "failure/error:",
    "failed asserting ",
    "unknown command",
    "unbound ",
];

/// What tells of a failure wherever it stands in a line.
pub(super) const ANYWHERE: [&str; 42] = [
    "No such file or directory",
    "ermission denied",
    "ommand not found",
    "onnection refused",
    "not recognized as ",
    "CategoryInfo ",
    "FullyQualifiedErrorId",
    "undefined reference to ",
    "core dumped",
    "rejected] ",
    "CrashLoopBackOff",
    "ImagePullBackOff",
    "OOMKilled",
    "because it does not exist",
    "because they are in use",
    "could not be ",
    "was not found",
    "is not defined",
    "<<< ERROR",
    "nicht gefunden",
    "nicht möglich",
    "wurde nicht als Name",
    "introuvable",
    "Aucun fichier",
    "No existe ",
    "no encontrad",
    "未找到命令",
    "没有那个",
    "見つかりません",
    "не найден",
    "Нет такого",
    "冲突（",
    "fehlgeschlagen",
    " failed to ",
    "was refused",
    " Error at ",
    " error near ",
    "rrors occurred",
    "nhandledPromiseRejection",
    "cannot find ",
    " error in file ",
    "404 Not Found",
];

/// What ends a line with a colon in it that tells of a failure.
pub(super) const ENDINGS: [&str; 10] = [
    "not found",
    "Not Found",
    "denied",
    "refused",
    "timed out",
    "already in use",
    "already exists",
    "unbound variable",
    "unreachable",
    "Failure",
];

/// Signs in front of what failed.
pub(super) const CROSSES: [&str; 11] = ["×", "✗", "✘", "✕", "✖", "❌", "🚨", "(fail)", "[!]", "!!!!", "(error)"];

/// What a number of failures is called.
pub(super) const COUNTED: [&str; 9] =
    ["failed", "failing", "failures", "failure", "errors", "error", "problems", "problem", "fail"];

/// Beginnings of messages behind a place that tell of no failure, in lower case.
pub(super) const HARMLESS: [&str; 7] = ["warning", "note", "info", "hint", "help", "remark", "debug"];

/// Beginnings of lines of code, or of what a search shows of it.
pub(super) const CODE: [&str; 30] = [
    "import ",
    "from ",
    "return ",
    "throw ",
    "raise ",
    "except ",
    "catch ",
    "catch(",
    "if ",
    "} ",
    "const ",
    "let ",
    "var ",
    "class ",
    "def ",
    "fn ",
    "function ",
    "export ",
    "public ",
    "private ",
    "async ",
    "await ",
    "case ",
    "assert",
    "//",
    "expect(",
    "it(",
    "func ",
    "pub ",
    "elif ",
];
