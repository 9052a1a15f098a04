// Text of one class, from words of its own: none of these sentences was fitted on.
import type { Random } from "./random.js";

const SENTENCES = {
  Chinese: [
    "请先检查网络连接是否正常，",
    "然后重新运行安装程序。",
    "图书馆每天上午九点开放，",
    "读者可以免费借阅三本书。",
    "系统会自动保存您的修改，",
    "如果需要帮助，请联系客服人员。",
    "这条街上有很多小餐馆，味道都不错。",
    "我们计划在下个月发布新的版本，",
    "其中包括更快的搜索和更好的界面。",
    "他昨天晚上工作到很晚才回家。",
    "科学家发现了一种新的材料，",
    "用户数据不会被发送到其他服务器。",
  ],
  Japanese: [
    "新しいバージョンでは、検索の速度が大幅に改善されました。",
    "パスワードを忘れた場合は、こちらから再設定できます。",
    "図書館は毎日午前九時に開きます。",
    "彼は電車の中で本を読むのが好きです。",
    "このボタンをクリックすると、ファイルが保存されます。",
    "来週の会議の資料を準備してください。",
    "東京から大阪まで新幹線で約二時間半かかります。",
    "ネットワークに接続できない場合は、設定を確認してください。",
    "子どもたちは公園で元気に遊んでいました。",
    "入力された値が正しくありません。",
  ],
  Korean: [
    "새로운 버전에서는 검색 속도가 크게 개선되었습니다.",
    "비밀번호를 잊으셨다면 여기에서 다시 설정할 수 있습니다.",
    "도서관은 매일 오전 아홉 시에 문을 엽니다.",
    "그는 지하철에서 책 읽는 것을 좋아합니다.",
    "이 버튼을 누르면 파일이 저장됩니다.",
    "다음 주 회의 자료를 준비해 주세요.",
    "네트워크에 연결할 수 없는 경우 설정을 확인하십시오.",
    "아이들은 공원에서 즐겁게 놀고 있었습니다.",
    "입력한 값이 올바르지 않습니다.",
    "서울에서 부산까지 기차로 약 두 시간 반이 걸립니다.",
  ],
  Cyrillic: [
    "В новой версии заметно ускорен поиск по документам.",
    "Если вы забыли пароль, его можно восстановить на этой странице.",
    "Библиотека открывается каждый день в девять часов утра.",
    "Нажмите кнопку, чтобы сохранить файл на диск.",
    "Проверьте подключение к сети и повторите попытку.",
    "Дети весело играли в парке до самого вечера.",
    "Подготовьте, пожалуйста, материалы к совещанию на следующей неделе.",
    "Поезд из Москвы в Казань идёт около двенадцати часов.",
    "Введённое значение имеет неправильный формат.",
    "Учёные обнаружили новый материал с необычными свойствами.",
  ],
  prose: [
    "The committee met on Tuesday to discuss the budget for the coming year.",
    "Nobody had expected the storm to arrive so early, and the harbour was still full of boats.",
    "She opened the letter slowly, read it twice, and put it back in the drawer.",
    "Most of these problems disappear once the cache has been warmed up.",
    "Before you begin, make sure that you have installed the latest version.",
    "Prices rose by three percent in the second quarter, according to the report.",
    "It is worth remembering that correlation does not imply causation.",
    "The train was late again, so they walked along the river instead.",
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>;

const NAMES = ["account", "payload", "retry", "stream", "handler", "offset", "checksum", "invoice", "matrix"] as const;
const COMMON_EMOJI = [
  "😀",
  "😂",
  "😍",
  "👍",
  "🙏",
  "🔥",
  "🎉",
  "✨",
  "🚀",
  "💡",
  "✅",
  "❌",
  "📦",
  "🐛",
  "📝",
  "💯",
] as const;

const name = (random: Random) => random.pick(NAMES);
const title = (random: Random) => name(random).replace(/^./, (first) => first.toUpperCase());

const codeLine = (random: Random): string =>
  `${random.pick([
    `def compute_${name(random)}(self, ${name(random)}, limit=${random.below(500)}):`,
    `    for (int i = 0; i < ${name(random)}.size(); ++i) { total += ${name(random)}[i]; }`,
    `  private readonly ${name(random)}${title(random)}: Map<string, ${title(random)}> = new Map();`,
    `        self.${name(random)}_${name(random)} = ${name(random)}.get("${name(random)}", None)`,
    `    pub fn ${name(random)}(&mut self) -> Result<${title(random)}, Error> {`,
    `    if err != nil { return nil, fmt.Errorf("${name(random)}: %w", err) }`,
    `  expect(${name(random)}.${name(random)}).toBe(${random.below(100)});`,
    `        }`,
    "",
  ])}\n`;

const jsonLine = (random: Random): string =>
  `{"${name(random)}": ${random.below(1e5)}, "${name(random)}_id": "${name(random)}-${random.below(1000)}", "${name(random)}": [true, null, ${random.next().toFixed(3)}]},\n`;

const emojiLine = (random: Random): string =>
  random.chance(0.5) ? `${random.pick(SENTENCES.prose)} ${random.pick(COMMON_EMOJI)}` : random.pick(COMMON_EMOJI);

const MAKERS = {
  code: codeLine,
  prose: (random: Random) => `${random.pick(SENTENCES.prose)} `,
  JSON: jsonLine,
  Chinese: (random: Random) => random.pick(SENTENCES.Chinese),
  Japanese: (random: Random) => random.pick(SENTENCES.Japanese),
  Korean: (random: Random) => `${random.pick(SENTENCES.Korean)} `,
  Cyrillic: (random: Random) => `${random.pick(SENTENCES.Cyrillic)} `,
  emoji: emojiLine,
} as const;

export const TEXT_CLASSES = Object.keys(MAKERS) as (keyof typeof MAKERS)[];

/** Text of a class, of so many sentences or lines. */
export function makeClassText(kind: keyof typeof MAKERS, random: Random, parts: number): string {
  return Array.from({ length: parts }, () => MAKERS[kind](random)).join("");
}
