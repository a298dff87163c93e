#include "engine/json/vocabulary.h"

#include <array>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/run_status.h"

namespace noisy {

template <>
std::span<const Word<Notion>> vocabulary() {
  static constexpr std::array<Word<Notion>, 4> kWords = {{
      {Notion::pure, "pure", "Pure epsilon-DP",
       "No outcome becomes more than e^epsilon times likelier when one record is exchanged."},
      {Notion::approximate, "approximate", "(epsilon, delta)-DP",
       "As pure, except for events of total probability delta."},
      {Notion::zcdp, "zcdp", "rho-zCDP",
       "Zero-concentrated DP: the privacy loss behaves like a Gaussian's; adds up exactly."},
      {Notion::none, "none", "Not private", "No noise and no guarantee."},
  }};
  return kWords;
}

template <>
std::span<const Word<Guarantee>> vocabulary() {
  static constexpr std::array<Word<Guarantee>, 4> kWords = {{
      {Guarantee::proven, "proven", "Proven", "The figures hold for what runs, or ran."},
      {Guarantee::stopped, "stopped", "Stopped",
       "The run ended before its plan did: the figures are those of the whole plan."},
      {Guarantee::leaks, "leaks", "Leaks",
       "The data are read outside of what is accounted, so that nothing is bounded."},
      {Guarantee::not_private, "not-private", "Not private", "No noise is added."},
  }};
  return kWords;
}

template <>
std::span<const Word<Neighbours>> vocabulary() {
  static constexpr std::array<Word<Neighbours>, 3> kWords = {{
      {Neighbours::replace_one, "replace-one", "Replace one",
       "Neighbours have the same n and differ in one record; n is public."},
      {Neighbours::zero_out, "zero-out", "Zero out",
       "One record's contribution is set to zero; n is public. Replacing a record is two such "
       "steps."},
      {Neighbours::add_remove, "add-remove", "Add or remove", "One record more or one less."},
  }};
  return kWords;
}

template <>
std::span<const Word<Mechanism>> vocabulary() {
  static constexpr std::array<Word<Mechanism>, 4> kWords = {{
      {Mechanism::laplace, "laplace", "Laplace",
       "Independent Laplace noise, scaled by the L1 sensitivity."},
      {Mechanism::gaussian, "gaussian", "Gaussian",
       "Independent normal noise, scaled by the L2 sensitivity."},
      {Mechanism::exponential, "exponential", "Exponential",
       "A choice among candidates, each the likelier the better its score."},
      {Mechanism::none, "none", "None", "The exact answer: not private."},
  }};
  return kWords;
}

template <>
std::span<const Word<Calibration>> vocabulary() {
  static constexpr std::array<Word<Calibration>, 5> kWords = {{
      {Calibration::tight, "tight", "Tight", "The least noise that is proven."},
      {Calibration::zcdp, "zcdp", "Through zCDP", "Steps are added up as zCDP, then converted."},
      {Calibration::advanced, "advanced", "Advanced composition",
       "Steps are added up by the advanced composition theorem."},
      {Calibration::paper, "paper", "As in the paper", "The paper's own formulas."},
      {Calibration::published_figures, "published-figures", "Published figures",
       "What the paper's published figures ran; shown with what it really costs."},
  }};
  return kWords;
}

template <>
std::span<const Word<SensitivityRule>> vocabulary() {
  static constexpr std::array<Word<SensitivityRule>, 2> kWords = {{
      {SensitivityRule::uniform, "uniform", "Uniform", "One bound for all points."},
      {SensitivityRule::state_dependent, "state-dependent", "State dependent",
       "The bound at the current, already released point."},
  }};
  return kWords;
}

template <>
std::span<const Word<RowNorm>> vocabulary() {
  static constexpr std::array<Word<RowNorm>, 3> kWords = {{
      {RowNorm::l1, "l1", "L1", "Sum of absolute values."},
      {RowNorm::l2, "l2", "L2", "Euclidean length."},
      {RowNorm::linf, "linf", "L-infinity", "Largest absolute value."},
  }};
  return kWords;
}

template <>
std::span<const Word<GradientClip::Norm>> vocabulary() {
  static constexpr std::array<Word<GradientClip::Norm>, 2> kWords = {{
      {GradientClip::Norm::l1, "l1", "L1", "Sum of absolute values."},
      {GradientClip::Norm::l2, "l2", "L2", "Euclidean length."},
  }};
  return kWords;
}

template <>
std::span<const Word<PrivateRanges::Of>> vocabulary() {
  static constexpr std::array<Word<PrivateRanges::Of>, 3> kWords = {{
      {PrivateRanges::Of::columns, "columns", "Columns", "Columns alone."},
      {PrivateRanges::Of::target, "target", "Target", "It alone."},
      {PrivateRanges::Of::both, "both", "Both", "Both of them."},
  }};
  return kWords;
}

template <>
std::span<const Word<ClipRows::Mode>> vocabulary() {
  static constexpr std::array<Word<ClipRows::Mode>, 2> kWords = {{
      {ClipRows::Mode::clip, "clip", "Clip", "Rows beyond the bound are scaled down to it."},
      {ClipRows::Mode::normalize, "normalize", "Normalize", "Every row is scaled to the bound."},
  }};
  return kWords;
}

template <>
std::span<const Word<Storage>> vocabulary() {
  static constexpr std::array<Word<Storage>, 4> kWords = {{
      {Storage::automatic, "auto", "Automatic",
       "Sparse for generators of sparse data and LIBSVM files of more than 100 stated features."},
      {Storage::dense, "dense", "Dense", "With every zero."},
      {Storage::sparse, "sparse", "Sparse", "Only what is not zero; LIBSVM files and generators."},
      {Storage::drawn, "drawn", "Drawn", "Not kept: drawn at every reading; generators of signs."},
  }};
  return kWords;
}

template <>
std::span<const Word<SyntheticParameters::Labels>> vocabulary() {
  static constexpr std::array<Word<SyntheticParameters::Labels>, 2> kWords = {{
      {SyntheticParameters::Labels::sign, "sign", "Sign", "The sign of the score: no label noise."},
      {SyntheticParameters::Labels::logistic, "logistic", "Logistic",
       "Drawn with probability sigmoid(score)."},
  }};
  return kWords;
}

template <>
std::span<const Word<FileFormat>> vocabulary() {
  static constexpr std::array<Word<FileFormat>, 2> kWords = {{
      {FileFormat::csv, "csv", "CSV", "One record per line, one column per number."},
      {FileFormat::libsvm, "libsvm", "LIBSVM", "Label, then index:value pairs."},
  }};
  return kWords;
}

template <>
std::span<const Word<CsvHeader>> vocabulary() {
  static constexpr std::array<Word<CsvHeader>, 3> kWords = {{
      {CsvHeader::automatic, "auto", "Automatic",
       "A first line that names the target, or has no number and a text where records have "
       "numbers."},
      {CsvHeader::yes, "yes", "Yes", "The first line names the columns."},
      {CsvHeader::no, "no", "No", "The first line is a record."},
  }};
  return kWords;
}

template <>
std::span<const Word<TextEncoding>> vocabulary() {
  static constexpr std::array<Word<TextEncoding>, 2> kWords = {{
      {TextEncoding::utf8, "utf-8", "UTF-8", "And UTF-16, where a byte order mark says so."},
      {TextEncoding::latin1, "latin1", "Latin-1",
       "Windows-1252: of older files in western Europe."},
  }};
  return kWords;
}

template <>
std::span<const Word<ConstantRule>> vocabulary() {
  static constexpr std::array<Word<ConstantRule>, 4> kWords = {{
      {ConstantRule::public_bound, "public-bound", "Public bound",
       "From bounds that the engine enforces: reads no data."},
      {ConstantRule::data_spectral, "data-spectral", "From the data's spectrum",
       "The tight constant of these data: not certified."},
      {ConstantRule::paper_spectral, "paper-spectral", "As the paper computes it",
       "Top eigenvalue of U'U/n plus the regularizer: not certified."},
      {ConstantRule::stated, "stated", "Stated", "A number in the file."},
  }};
  return kWords;
}

template <>
std::span<const Word<Randomness>> vocabulary() {
  static constexpr std::array<Word<Randomness>, 2> kWords = {{
      {Randomness::reproducible, "reproducible", "Reproducible",
       "From the seed in the file: the noise is predictable, so nothing is private."},
      {Randomness::secure, "secure", "Secure",
       "A fresh key per run from the platform's generator, never stored."},
  }};
  return kWords;
}

template <>
std::span<const Word<ReleaseKind>> vocabulary() {
  static constexpr std::array<Word<ReleaseKind>, 2> kWords = {{
      {ReleaseKind::floating, "floating", "Floating",
       "Noise drawn and added in doubles, whose rounding leaks in principle: for study."},
      {ReleaseKind::hardened, "hardened", "Hardened",
       "Discrete noise drawn exactly in integers, on a power-of-two grid: for publishing."},
  }};
  return kWords;
}

template <>
std::span<const Word<RunStatus>> vocabulary() {
  static constexpr std::array<Word<RunStatus>, 6> kWords = {{
      {RunStatus::running, "running", "Running", "Not over yet."},
      {RunStatus::completed, "completed", "Completed", "All iterations were run."},
      {RunStatus::cancelled, "cancelled", "Cancelled", "Ended from outside."},
      {RunStatus::budget_exhausted, "budget-exhausted", "Budget exhausted",
       "The next release would have cost more than was left."},
      {RunStatus::diverged, "diverged", "Diverged", "An iterate was no longer finite."},
      {RunStatus::failed, "failed", "Failed", "An error ended it."},
  }};
  return kWords;
}

}  // namespace noisy
