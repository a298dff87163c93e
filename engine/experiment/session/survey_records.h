#pragma once

#include "engine/experiment/session/kl_fit.h"
#include "engine/record/answers.h"
#include "engine/solver/gap/weak_gap.h"

// The record of a survey of the exact objective. It reads the data without noise.

namespace noisy::record {

struct SeenOptimum {
  double value = 0;
  std::optional<std::vector<double>> point;
};

inline constexpr Table kOptimum{"LandscapeOptimum",
                                "",
                                {{"value", of<&SeenOptimum::value>()},
                                 {"point?", of<&SeenOptimum::point>("number[]"), Seen::nobody,
                                  "Absent where the request states the value."}}};

struct WorstPoint {
  double gap = 0, norm = 0;
  std::vector<double> point;
};

inline constexpr Table kWorstPoint{"ProbePoint",
                                   "",
                                   {{"gap", of<&WorstPoint::gap>()},
                                    {"norm", of<&WorstPoint::norm>()},
                                    {"point", of<&WorstPoint::point>()}}};

struct Probed {
  std::vector<double> gaps, norms;
  Index given = 0, used = 0;
  std::optional<GapLine> line;
  std::optional<double> exponent;
  bool is_fitted = false;
  std::optional<double> constant;
  std::optional<WorstPoint> worst;

  std::optional<double> slope() const {
    return line ? std::optional(line->exponent) : std::nullopt;
  }
  std::optional<double> offset() const { return line ? std::optional(line->offset) : std::nullopt; }
  std::string_view origin() const { return is_fitted ? "fitted" : "given"; }
};

inline constexpr Table kProbe{
    "ProbeReport",
    "What a probe saw; gaps and lengths are of the points that were given, then of the random "
    "ones.",
    {{"gaps", of<&Probed::gaps>(kNumbersOrNull), Seen::nobody, "F - F*; null outside the domain."},
     {"gradientNorms", of<&Probed::norms>(kNumbersOrNull)},
     {"given", of<&Probed::given>(), Seen::nobody, "How many of them were given."},
     {"used", of<&Probed::used>(), Seen::nobody,
      "Of how many the gap is above what rounding may have made: what follows is from them alone."},
     {"slope", or_null<&Probed::slope>("number | null"), Seen::nobody,
      "Of ln gap against ln |grad F|, by least squares: an estimate of kappa; null where they tell "
      "none."},
     {"offset", or_null<&Probed::offset>("number | null"), Seen::nobody,
      "Of the same line: an estimate of kappa ln gamma."},
     {"exponent", or_null<&Probed::exponent>("number | null"), Seen::nobody,
      "kappa that the constant is for: the one that was asked for, or the slope, at least 1."},
     {"exponentIs", of<&Probed::origin>("'given' | 'fitted'")},
     {"constant", or_null<&Probed::constant>("number | null"), Seen::nobody,
      "The largest gap^(1 / kappa) / |grad F|: gamma is no less. Null where it is infinite or "
      "unknown."},
     {"worst", in_or_null<kWorstPoint, &Probed::worst>(), Seen::nobody, "Where it is attained."}}};

inline constexpr Table kBracket{
    "GapBracket", "", {{"lower", of<&Bracket::lower>()}, {"upper", of<&Bracket::upper>()}}};

struct WeakGapSeen {
  WeakGapEstimate found;
  Index runs = 0;
  double level = 0;
  Bracket strong{0, 0};
};

inline constexpr Table kWeakGap{
    "WeakGapReport",
    "max over y of E F(x, y) - min over x of E F(x, y), over data and noise. Exact, so not "
    "private.",
    {{"runs", of<&WeakGapSeen::runs>()},
     {"plugIn", in<kBracket, &WeakGapSeen::found, &WeakGapEstimate::plug_in>(), Seen::nobody,
      "With the mean over the runs for E: above the weak gap in the mean."},
     {"split", of<&WeakGapSeen::found, &WeakGapEstimate::split>(), Seen::nobody,
      "Best responses to half of the runs, valued at the other half: below it in the mean."},
     {"interval", in<kBracket, &WeakGapSeen::found, &WeakGapEstimate::interval>(), Seen::nobody,
      "Of the bootstrap, about `split`."},
     {"level", of<&WeakGapSeen::level>()},
     {"strong", in<kBracket, &WeakGapSeen::strong>(), Seen::nobody,
      "Mean of the runs' own gaps."}}};

/// A table of some columns, of a released histogram and of the records.
struct ComparedTable {
  std::vector<std::string> columns;
  Index cells = 0;
  double total_variation = 0, largest = 0, uniform = 0;
};

inline constexpr Table kComparedTable{
    "MarginalTable",
    "One table of some columns, of a released histogram and of the records.",
    {{"columns", of<&ComparedTable::columns>(), Seen::nobody, "Names of one to three columns."},
     {"cells", of<&ComparedTable::cells>()},
     {"totalVariation", of<&ComparedTable::total_variation>(), Seen::nobody,
      "Half the l1 distance of the two."},
     {"largest", of<&ComparedTable::largest>(), Seen::nobody,
      "The largest difference in one cell."},
     {"uniform", of<&ComparedTable::uniform>(), Seen::nobody,
      "The total variation of the table of equal shares."}}};

struct ComparedTables {
  Index records = 0;
  std::vector<ComparedTable> tables;

  bool is_non_private() const { return true; }
};

inline constexpr Table kComparedTables{
    "MarginalsReport",
    "How a released histogram and its records differ: it reads these without noise, nothing of it "
    "is private.",
    {{"nonPrivate", of<&ComparedTables::is_non_private>("true")},
     {"records", of<&ComparedTables::records>()},
     {"tables", in<kComparedTable, &ComparedTables::tables>("[]"), Seen::nobody,
      "All of one, two and three columns, in the order of the engine's queries."}}};

struct Landscape {
  std::optional<SeenOptimum> optimum;
  std::optional<std::vector<double>> values, point_values;
  std::optional<Probed> probe;
  std::optional<WeakGapSeen> weak_gap;

  bool is_non_private() const { return true; }
};

inline constexpr Table kLandscape{
    "LandscapeReport",
    "The exact objective, regularizer included: it reads the data without noise, and nothing of it "
    "is private.",
    {{"nonPrivate", of<&Landscape::is_non_private>("true")},
     {"optimum", in_or_null<kOptimum, &Landscape::optimum>(), Seen::nobody,
      "Null where nobody knows it."},
     {"values?", of<&Landscape::values>(kNumbersOrNull), Seen::nobody,
      "On the grid, row by row along u, the first row at `extent.v[0]`; null outside the domain."},
     {"pointValues?", of<&Landscape::point_values>(kNumbersOrNull), Seen::nobody,
      "At the points that were given."},
     {"probe?", in<kProbe, &Landscape::probe>()},
     {"weakGap?", in<kWeakGap, &Landscape::weak_gap>()}}};

}  // namespace noisy::record
