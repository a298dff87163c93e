#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algorithm/frame/run.h"
#include "engine/diagnostic/named_column.h"
#include "engine/math/error.h"
#include "engine/math/thread_pool.h"
#include "engine/math/vector.h"

namespace noisy {

struct OutsideStep;

/// Hard caps that protect the machine from a hostile or mistaken experiment.
struct Limits {
  double memory_bytes = 1.5e9;  ///< most that data and traces may take
  Index maximum_runs = 10'000;
  /// Most that data take which are kept for the next session, unless one data set alone is larger;
  /// nor more than half of memory_bytes.
  double kept_bytes = 256e6;
};

/// New points of one run's trace: columns of equal length.
struct TraceChunk {
  Index run = 0;  ///< position in the experiment's list of runs, what is refused included
  std::vector<double> iteration;
  std::vector<double> gradient_evaluations;
  std::vector<double> spent;  ///< epsilon so far (rho for zCDP); NaN when not private
  std::vector<double> seconds;
  std::vector<NamedColumn> steps;  ///< what the algorithm's steps tell everybody
  /// Diagnostics, nonPrivate: those that were asked for and that the run has.
  std::vector<NamedColumn> measured;
  Index coordinates = 0;         ///< d, where the iterates are asked for; else 0
  std::vector<double> iterates;  ///< one after another
  std::optional<Ending> stop;    ///< with the last points: why the run ended, where it says so
};

struct Progress {
  bool done = false;
  /// So far, as if each took as long: the share of the time that is over, about, of those planned.
  double gradient_evaluations = 0;
  double total_evaluations = 0;  ///< planned: all runs of the group, diagnostics included
};

/// A step of a solver outside the engine that a run waits for.
struct AwaitedStep {
  Index run = 0;  ///< as TraceChunk::run
  OutsideStep* step = nullptr;
};

/// Size of a data set after its preprocessing.
struct DataShape {
  Index samples = 0;
  Index features = 0;
};

/// What somebody wants to know of the exact objective, being measured: values on a grid and at
/// points, and what they say of the Kurdyka-Lojasiewicz condition; or its minimizer. Nothing of it
/// is private. To cancel, stop calling advance().
class Survey {
 public:
  virtual ~Survey() = default;

  /// Works for about this long, the reference optimum included.
  ///
  /// @error no-reference at "optimum" when a probe asks for a gap that nobody knows
  virtual Result<Progress> advance(double seconds) = 0;
  /// The step of a solver outside the engine that it waits for, so that advance() does nothing
  /// until its answer is set; else null. Valid until then.
  virtual OutsideStep* awaited_step() { return nullptr; }
  /// As JSON {"nonPrivate": true, "optimum", "values", "pointValues", "probe"}. Needs
  /// advance() to have said done.
  virtual Result<std::string> result() const = 0;
};

/// One experiment being worked on in this process: opened from text, given its data, planned, run
/// in slices, and read out. Data, and reference optima, are kept in the workspace between sessions
/// so that a changed epsilon costs only the runs.
class Session {
 public:
  virtual ~Session() = default;

  /// What the experiment will take, from its text alone and before anything is made: runs, bytes of
  /// the data (0 of a file, whose size its owner knows), of data and traces, of the result's text,
  /// as JSON {"runs", "dataBytes", "memoryBytes", "resultBytes"}.
  virtual std::string estimate() const = 0;
  /// An algorithm, a problem or a generator that the experiment names and without which the program
  /// was linked, so that load() refuses; "" when there is none, as always in the whole engine.
  virtual std::string lacks() const = 0;
  /// True when the data are a file whose bytes must be fed (and are not in the workspace already).
  virtual bool needs_bytes() const = 0;
  /// Bytes of the file, in order, in pieces of any size. `total_bytes` is known or 0.
  virtual Result<void> feed(std::span<const std::byte> bytes, double total_bytes) = 0;
  /// A built-in data set's file that the program must get before load() (builtin_text.h); "" when
  /// there is none.
  virtual std::string missing_file() const = 0;
  /// Ends the file, or makes the built-in, inline or synthetic data; then preprocesses.
  virtual Result<void> load() = 0;
  /// n and d of the first sweep point's data. Needs load(); plans nothing.
  virtual Result<DataShape> shape() const = 0;

  /// The plans of all algorithms and sweep points, what cannot be planned and why, and the cost
  /// estimate, as JSON. Needs load().
  ///
  /// @error of the first algorithm when none can be planned
  virtual Result<std::string> plan() = 0;
  /// Number of runs: algorithms x sweep points that can be planned, x repeats. Needs load().
  virtual Result<Index> run_count() = 0;
  /// About how many seconds each of these runs takes on one thread with 16-byte vectors: the same
  /// numbers on every machine. Needs load().
  virtual Result<std::vector<double>> run_loads() = 0;
  /// SHA-256 of the first sweep point's records after preprocessing. Needs load().
  virtual Result<std::string> data_hash() = 0;
  /// Position of this run in the experiment's list of runs, what is refused included.
  virtual Index run_number(Index run) const = 0;

  /// Prepares runs [first, last), counted without what is refused, on `threads` threads (including
  /// the reference optimum).
  virtual Result<void> start(Index first, Index last, int threads) = 0;
  /// From the next start() on somebody answers awaited_steps(). Unless that is said, solvers
  /// outside the engine are given up at their first step, and the fallback answers.
  virtual void answer_steps() = 0;
  /// The steps of solvers outside the engine that runs wait for, a few dozen at most; each goes on
  /// when its answer is set. Valid until then, or cancel(). They are exact, also those of private
  /// runs: the solver's author sees numbers of the data without noise.
  virtual std::vector<AwaitedStep> awaited_steps() = 0;
  /// Works for about this long; returns early when done, or when nothing goes on before
  /// awaited_steps() are answered.
  virtual Result<Progress> advance(double seconds) = 0;
  /// Trace points since the last call.
  virtual std::vector<TraceChunk> drain() = 0;
  /// Ends all runs that still go on; their status becomes "cancelled".
  virtual void cancel() = 0;
  /// The runs of this group as a JSON object that assemble() understands.
  virtual Result<std::string> group() = 0;

  /// Begins to measure the objective of the first sweep point: regularizer included, null outside
  /// the domain. Needs load(); plans nothing.
  ///
  /// @param request  JSON, as read_survey() has it
  /// @error what read_survey() and begin_survey() say
  virtual Result<std::unique_ptr<Survey>> survey(std::string_view request, int threads) = 0;

  /// Private estimates of the KL constants of the first sweep point's problem (PrivateConstants),
  /// for a budget beside that of the runs, as JSON {"constants", "privacy"}; under "nonPrivate"
  /// where the file's randomness is reproducible. Needs load().
  ///
  /// @param rho      of the estimates together
  /// @param failure  how likely one of their bounds may be wrong
  /// @param rank     the most dimensions that the records' features certainly lie in, as
  ///                 ConstantsRequest has it; 0: all
  /// @error what private_constants() says; unsupported-option at "privacy.notion" for another
  ///        notion than "zcdp", at "run.randomness.release" for hardened releases and at an
  ///        algorithm's "parameters.start"
  virtual Result<std::string> constants(double rho, double failure, Index rank, int threads) = 0;

  /// Tries the runs for about `slice` seconds, so that plan() says how long they take here, on so
  /// many threads; true when no more is to be tried, after about `seconds` at most. What is
  /// computed is dropped, but for reference optima. A secure experiment is not tried, since
  /// everyone may see its plan, which must not tell how long its records keep runs busy. Needs
  /// load().
  virtual Result<bool> rehearse(double slice, double seconds, int threads) = 0;
};

class WorkspaceState;

/// Keeps loaded data sets and references between sessions; sessions may outlive it.
class Workspace {
 public:
  explicit Workspace(const Limits& limits = {});
  ~Workspace();

  /// Parses and validates; touches no data.
  /// @param data_identity  names the file's content for reuse ("" = never reuse)
  Result<std::unique_ptr<Session>> open(std::string_view experiment,
                                        std::string_view data_identity);

  /// What the data take that are kept for the next session.
  double kept_bytes() const;

  /// The threads that everything in this workspace shares, from now on so many.
  std::shared_ptr<math::ThreadPool> threads(int count);

 private:
  std::shared_ptr<WorkspaceState> state_;
};

/// The result file from the groups of one experiment, given in any order: runs in their order,
/// fingerprint, totals, summary.
Result<std::string> assemble(std::string_view experiment, std::span<const std::string> groups);

/// The answer to one question about the theory, both as JSON: rates, bounds, certificates, noise
/// and its division, from numbers alone. A pure function. The catalogue lists the queries and their
/// fields under "theoryQueries"; `{"query": NAME, ...}` gives `{"query": NAME, ...}`, and whatever
/// is not finite is null.
///
/// @error invalid-json; missing-field, invalid-type or unknown-name at "query"; what is wrong at
///        one of the query's own fields
Result<std::string> theory(std::string_view query);

}  // namespace noisy
