#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/step_view.h"
#include "engine/diagnostic/questions.h"
#include "engine/privacy/oracle/ledger.h"

namespace noisy {

/// Where a run stands at a traced iterate. All of it is valid until the run goes on.
struct TracedStep {
  const Vector& iterate;
  Index iteration = 0;   ///< 0 at x_0, which no step led to
  StepView view;         ///< of the step that led there; at x_0, of where the run starts
  const Ledger& ledger;  ///< what was released until then
};

/// What a meter keeps of a step beyond the run's next one.
struct KeptStep {
  virtual ~KeptStep() = default;
};

/// A traced iterate whose turn to be measured has come.
struct MeasuredPoint {
  const Vector& iterate;
  const KeptStep* kept = nullptr;  ///< what the meter kept there
};

/// Measures one diagnostic of the runs on one objective: it may keep something of the step when an
/// iterate is traced, later asks the data about it, and makes a number of the answers, or a list.
class Meter {
 public:
  virtual ~Meter() = default;

  virtual std::unique_ptr<const KeptStep> keep(const TracedStep& /*at*/) const { return nullptr; }
  virtual void ask(const MeasuredPoint& /*point*/, Questions& /*questions*/) const {}
  /// @param answers  to what was asked about this point, in the order of asking
  virtual double value(const MeasuredPoint& point, std::span<const double> answers) const = 0;
  /// Adds it to the column. A meter of lists adds as many numbers at every point.
  virtual void add(const MeasuredPoint& point, std::span<const double> answers,
                   std::vector<double>& column) const {
    column.push_back(value(point, answers));
  }
};

/// A meter of the step: it keeps a `Kept`, and its number is NaN where the step tells nothing.
template <typename Kept>
class StepMeter : public Meter {
 public:
  std::unique_ptr<const KeptStep> keep(const TracedStep& at) const final {
    std::optional<Kept> seen = look(at);
    if (!seen) return nullptr;
    return std::make_unique<Holder>(*std::move(seen));
  }
  void ask(const MeasuredPoint& point, Questions& questions) const final {
    if (point.kept) ask_about(point.iterate, seen_at(point), questions);
  }
  double value(const MeasuredPoint& point, std::span<const double> answers) const final {
    if (!point.kept) return std::numeric_limits<double>::quiet_NaN();
    return value_at(point.iterate, seen_at(point), answers);
  }

 protected:
  virtual std::optional<Kept> look(const TracedStep& at) const = 0;
  virtual void ask_about(const Vector& /*iterate*/, const Kept& /*kept*/,
                         Questions& /*questions*/) const {}
  /// Unless it is the first answer itself.
  virtual double value_at(const Vector& /*iterate*/, const Kept& /*kept*/,
                          std::span<const double> answers) const {
    return answers[0];
  }

 private:
  struct Holder final : KeptStep {
    explicit Holder(Kept&& seen) : kept(std::move(seen)) {}
    Kept kept;
  };
  static const Kept& seen_at(const MeasuredPoint& point) {
    return static_cast<const Holder*>(point.kept)->kept;
  }
};

}  // namespace noisy
