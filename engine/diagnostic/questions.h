#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/point_search.h"

namespace noisy {

/// What meters ask of the data about traced iterates, and the passes that answer it. What is asked
/// twice about one iterate is computed once, also where two meters keep points that are equal. Sums
/// and points must stay until all is answered.
class Questions {
 public:
  /// A gradient is too large to be kept: this much is made of it at once.
  using Reduction = std::function<double(const Vector& gradient)>;

  // Each gives one answer, in the order of asking; NaN where the sum has none.

  /// The mean record loss at the point.
  void value(const FiniteSum& sum, const Vector& point);
  /// The share of records whose gradients are clipped there.
  void clipped_share(const FiniteSum& sum, const Vector& point);
  /// What `reduce` makes of the mean record gradient there. It is called once, before the answers
  /// are read.
  void gradient(const FiniteSum& sum, const Vector& point, Reduction reduce);
  /// Two answers: of the gradient, and the value that comes with it at no further cost.
  void gradient_and_value(const FiniteSum& sum, const Vector& point, Reduction reduce);
  /// One number of what the searcher, which must stay as well, finds for the point.
  void found(const PointSearcher& searcher, const Vector& point, std::size_t which);

  // For the scheduler.

  /// Starts over.
  void clear();
  /// What comes now is asked about another iterate.
  void next_iterate() { first_ = questions_.size(); }
  /// How many answers were asked for.
  std::size_t size() const { return asked_.size(); }
  /// Adds values of this sum, at most so many, to a pass that somebody else begins.
  void join(const FiniteSum& sum, std::size_t most, std::vector<PointQuery>& queries);
  /// The next pass, to be called again when it is over; null when everything is answered.
  std::unique_ptr<Pass> next();
  /// All answers, in the order of asking.
  std::vector<double> answers() const;
  /// Records that were evaluated so far.
  double evaluations() const { return evaluations_; }

 private:
  enum class Kind { value, clipped_share, gradient, search };
  struct Reduced {
    Reduction reduce;
    double result = std::numeric_limits<double>::quiet_NaN();
  };
  struct Question {
    Kind kind;
    const FiniteSum* sum;
    const Vector* point;
    bool has_value = false;  ///< of a gradient: it is asked for beside it
    bool is_begun = false;
    double value = std::numeric_limits<double>::quiet_NaN();
    std::vector<Reduced> reduced = {};
    const PointSearcher* searcher = nullptr;
    std::unique_ptr<PointSearch> search = nullptr;
  };
  struct Answer {
    std::size_t question;
    std::ptrdiff_t part;  ///< which of its reductions or found numbers; kValue for the value
  };
  static constexpr std::ptrdiff_t kValue = -1;

  /// The question, which may have been asked before.
  std::size_t find_or_add(Question asked);
  std::vector<std::size_t> begin(Kind kind, const FiniteSum& sum, std::size_t most);
  std::unique_ptr<Pass> gradients_pass(const FiniteSum& sum);
  void take_gradients();
  std::unique_ptr<Pass> search_pass(Question& question);
  void take_search();
  double answer_of(const Answer& asked) const;

  std::vector<Question> questions_;
  std::vector<Answer> asked_;
  std::size_t first_ = 0;                 ///< of the iterate that is asked about
  std::vector<std::size_t> in_flight_;    ///< whose gradients the pass computes
  std::vector<Vector> gradients_;         ///< of those
  const PointSearch* running_ = nullptr;  ///< the search that is under way
  double evaluations_ = 0;
};

}  // namespace noisy
