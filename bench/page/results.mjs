// The runs of a summary.json as results that Allure reads: one file a run, with its
// name, times, verdict and place, and nothing else. Steps, retries and attachments
// would only make its report larger. A summary.json lists 10,000 runs at most: where
// there were more, the listed ones come again under other names.
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";

const bad = /fail|stuck|catastrophic|exhausted|aborted|stalled|deadlock/;

export async function writeResults(summary, dir, wanted) {
  mkdirSync(dir, { recursive: true });
  const runs = [];
  for await (const run of runsOf(summary)) runs.push(run);
  for (let n = 0; n < wanted; n++) {
    const run = runs[n % runs.length], again = n < runs.length ? "" : ` ${Math.floor(n / runs.length) + 1}`;
    const start = Date.parse(run.started_at) || 0;
    const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    writeFileSync(join(dir, `${uuid}-result.json`), JSON.stringify({
      uuid, historyId: run.key + again, fullName: run.key + again, name: run.unit + again, stage: "finished",
      status: bad.test(run.status + " " + run.outcome) ? "failed" : "passed",
      start, stop: start + Math.round(1000 * (run.duration_s ?? 0)),
      labels: [{ name: "parentSuite", value: run.system }, { name: "suite", value: run.subject }],
      steps: [], attachments: [], parameters: [],
    }));
  }
}

// runsOf reads a list of summary.json a member at a time: at 100,000 runs the whole is
// longer than a string may be. The file is written with one member of a list at a
// time, indented by two spaces a level.
async function* runsOf(summary) {
  let inside = false, object = "";
  for await (const line of createInterface({ input: createReadStream(summary) })) {
    if (line === '  "runs": [') inside = true;
    else if (inside && line.startsWith("  ]")) return;
    else if (inside) {
      object += line;
      if (line === "    }" || line === "    },") {
        yield JSON.parse(object.replace(/,$/, ""));
        object = "";
      }
    }
  }
}
