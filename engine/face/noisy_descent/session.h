#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Runs an experiment in slices.

namespace noisy_descent {

/// Numbers of a run at its traced iterates.
struct TraceColumn {
  std::string name;            ///< id of the diagnostic, or the algorithm's name for the number
  std::vector<double> values;  ///< `width` for each traced iterate, one after another
  std::size_t width = 1;       ///< how many numbers each iterate has
};

/// New points of one run's trace: columns of equal length.
struct TracePoints {
  std::int64_t run = 0;           ///< place in the experiment's list of runs, refused ones included
  std::vector<double> iteration;  ///< steps so far
  std::vector<double> gradient_evaluations;  ///< gradients of single records so far
  std::vector<double> spent;             ///< epsilon so far (rho for zCDP); NaN when not private
  std::vector<double> seconds;           ///< of the run so far
  std::vector<TraceColumn> steps;        ///< public numbers of the algorithm's steps
  std::vector<TraceColumn> non_private;  ///< diagnostics: not to be published
};

/// An experiment that runs in slices, for programs that do something else in between. Only one
/// thread at a time may call it.
class Session {
 public:
  /// Reads the experiment and loads its data. `on_progress` is not called.
  ///
  /// @error as noisy_descent::plan(), except for what only planning finds
  static Result<Session> open(std::string_view experiment, const Data& data = {},
                              const Options& options = {});
  /// Takes over another session, which afterwards may only be assigned to or destroyed.
  Session(Session&&) noexcept;
  /// Ends its own runs and takes over another session, as the constructor does.
  Session& operator=(Session&&) noexcept;
  /// Ends all runs.
  ~Session();

  /// Plans the experiment, as noisy_descent::plan() does.
  ///
  /// @error as noisy_descent::plan()
  Result<std::string> plan();
  /// The number of runs: pairs of an algorithm and a sweep point that can be planned, times
  /// repeats.
  ///
  /// @error as noisy_descent::plan()
  Result<std::int64_t> run_count();

  /// Prepares all runs; those of an earlier start() are dropped.
  ///
  /// @error as noisy_descent::plan()
  Result<void> start();
  /// Works for about so many seconds, or less when all runs are done.
  ///
  /// @error invalid-value at "seconds", unless 0 <= seconds; at "session" before start()
  Result<Progress> advance(double seconds);
  /// The points of all runs since the last call.
  std::vector<TracePoints> take_trace();
  /// Ends all runs that still go on; the next advance() says that all are done.
  void cancel();
  /// The result, as run() gives it.
  ///
  /// @error invalid-value at "session" before advance() has said that all runs are done
  Result<std::string> result();

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noisy_descent
