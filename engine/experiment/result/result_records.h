#pragma once

#include "engine/experiment/result/statistics.h"
#include "engine/experiment/session/run_records.h"

// The records of a result: what stands in them, and who may see it.

namespace noisy::record {

inline constexpr Table kStatistics{
    "Statistics",
    "",
    {{"mean", column(of<&SampleSummary::mean>()), owner},
     {"standardError", column(of<&SampleSummary::standard_error>("number | null")), owner,
      "Null of one run."},
     {"median", column(of<&SampleSummary::median>()), owner},
     {"q10", column(of<&SampleSummary::q10>()), owner},
     {"q90", column(of<&SampleSummary::q90>()), owner}}};

inline constexpr Table kSummary{"RunSummary",
                                "The repeats of one algorithm at one sweep point.",
                                {{"algorithm label?", key("string"), owner},
                                 {"sweep", key(kUnknowns), owner},
                                 {"repeats", column("number"), owner},
                                 {"final", unnamed({kStatistics, "{}"}), owner}}};

inline constexpr Table kReference{
    "ReferenceOptimum",
    "The optimum of one sweep point's objective, found without noise, and numbers that diagnostics "
    "are compared with.",
    {{"sweep", kUnknowns, owner},
     {"optimum certificate", "number | null", owner, "Null where no solver found one."},
     {"error?", kError, owner}},
    {.others = kUnknowns}};

inline constexpr Table kHidden{
    "NonPrivateResult",
    "What follows from the data without noise.",
    {{"summary?", {kSummary, "[]"}, owner},
     {"references?", {kReference, "[]"}, owner},
     {"dataHash?", "string", owner},
     {"fingerprint?", "string", owner, "Of the runs that promise nothing."}}};

inline constexpr Table kFilePrivacy{
    "ResultPrivacy",
    "",
    {{"total",
      {kTotal, " | null"},
      everyone,
      "Null where a run leaks, and where none is private: nothing bounds what is given away."},
     {"randomness", word<Randomness>(), everyone},
     {"release", word<ReleaseKind>(), everyone},
     {"releasable", "boolean", everyone},
     {"reasons", "string[]", everyone},
     {"statement?", kStatement, everyone}}};

inline constexpr Table kResult{
    "ExperimentResult",
    "",
    {{"version", "number", everyone},
     {"engine", "string", everyone},
     {"experiment", "File", everyone},
     {"status", "'completed' | 'cancelled'", everyone,
      "`cancelled` when runs are missing or were cancelled."},
     {"fingerprint", "string | null", everyone},
     {"privacy", kFilePrivacy, everyone},
     {"runs", {kRun, "[]"}, everyone},
     {"refused?", {kRefused, "[]"}, everyone, "What did not run, and why; older results lack it."},
     {"nonPrivate?", kHidden, owner}}};

}  // namespace noisy::record
