#pragma once

#include "engine/audit/audit_records.h"

// The record of a comparison with all neighbours of a data set. Exact, so not private.

namespace noisy::record {

/// The replacement that moved a solution the farthest.
struct WorstReplacement {
  Index record = 0;
  Record replacement;
};

inline constexpr Table kWorst{
    "WorstReplacement",
    "A record of the data, and by what it was replaced.",
    {{"record", of<&WorstReplacement::record>()},
     {"features", of<&WorstReplacement::replacement, &Record::features>()},
     {"target", of<&WorstReplacement::replacement, &Record::target>()}}};

/// One release of certified solutions, and what records do to it.
struct MovedRelease {
  std::string kind;
  RecordBlock block;
  double bound = 0, charged = 0, largest = 0;
  WorstReplacement worst;
  std::vector<double> moved;
};

inline constexpr Table kMoved{
    "NeighbourRelease",
    "One release of a method that releases certified solutions, and what records do to it.",
    {{"kind", of<&MovedRelease::kind>(), Seen::nobody,
      "The kind of release: which part of which solution."},
     {"first", of<&MovedRelease::block, &RecordBlock::first>(), Seen::nobody,
      "The first record of its block."},
     {"records", of<&MovedRelease::block, &RecordBlock::count>(), Seen::nobody,
      "How many there are."},
     {"bound", of<&MovedRelease::bound>(), Seen::nobody,
      "How far one record may move the exact solution; of a saddle point in the norm of its "
      "weights."},
     {"charged", of<&MovedRelease::charged>(), Seen::nobody,
      "The same with what the certificate allows: what the noise is made for."},
     {"largest", of<&MovedRelease::largest>(), Seen::nobody,
      "The farthest that one was found to move it."},
     {"worst", in<kWorst, &MovedRelease::worst>(), Seen::nobody, "Which record that was."},
     {"moved", of<&MovedRelease::moved>(), Seen::nobody, "By record of the block."}}};

struct MovedReleases {
  std::string engine, algorithm, label, sentence;
  std::vector<MovedRelease> releases;
  std::vector<std::string> notes;

  int version() const { return 1; }
  bool is_non_private() const { return true; }
};

inline constexpr Table kNeighbours{
    "NeighbourReport",
    "How far replacing each record of the experiment's own data moves the exact solutions, by "
    "brute force. Exact, so not private.",
    {{"version", of<&MovedReleases::version>()},
     {"engine", of<&MovedReleases::engine>()},
     {"algorithm", of<&MovedReleases::algorithm>()},
     {"label", of<&MovedReleases::label>()},
     {"nonPrivate", of<&MovedReleases::is_non_private>("true")},
     {"sentence", of<&MovedReleases::sentence>()},
     {"releases", in<kMoved, &MovedReleases::releases>("[]")},
     {"notes", of<&MovedReleases::notes>()}}};

}  // namespace noisy::record
