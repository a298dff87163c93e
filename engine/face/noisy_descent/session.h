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

namespace noisy_descent {

/// Numbers of a run at its traced iterates.
struct TraceColumn {
  std::string name;
  std::vector<double> values;
  std::size_t width = 1;  ///< numbers of each iterate, one after another
};

/// New points of one run's trace: columns of equal length.
struct TracePoints {
  std::int64_t run = 0;  ///< place in the experiment's list of runs, what is refused included
  std::vector<double> iteration;
  std::vector<double> gradient_evaluations;
  std::vector<double> spent;  ///< epsilon so far (rho for zCDP); NaN when not private
  std::vector<double> seconds;
  std::vector<TraceColumn> steps;        ///< public numbers of the algorithm's steps
  std::vector<TraceColumn> non_private;  ///< diagnostics: not to be published
};

/// An experiment that is run in slices, for programs that do something else in between. One thread
/// at a time may call it.
class Session {
 public:
  /// Reads the experiment and loads its data. `on_progress` is not called.
  ///
  /// @error as plan(), but for what is planned
  static Result<Session> open(std::string_view experiment, const Data& data = {},
                              const Options& options = {});
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// @error as noisy_descent::plan()
  Result<std::string> plan();
  /// Algorithms x sweep points that can be planned, x repeats.
  Result<std::int64_t> run_count();

  /// Prepares all runs; those of an earlier start() are dropped.
  Result<void> start();
  /// Works for about so many seconds; earlier when done.
  ///
  /// @error invalid-value at "seconds", unless 0 <= seconds; at "session" before start()
  Result<Progress> advance(double seconds);
  /// The points since the last call.
  std::vector<TracePoints> take_trace();
  /// Ends all runs that still go on: advance() then says done.
  void cancel();
  /// @error invalid-value at "session" before advance() has said done
  Result<std::string> result();

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noisy_descent
