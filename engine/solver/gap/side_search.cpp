#include "engine/solver/gap/side_search.h"

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// What rounding may take, relative to the size of what is added up: 2^-53 for each of up to 256 +
/// 64 additions on a path, and for what a record's own evaluation takes.
constexpr double kRounding = 1024 * 0x1p-53;

/// The middle of the domain, from where a search begins.
Vector start_of(const Domain& domain, Index size) {
  Vector out = Vector::Zero(size);
  domain.project(out);
  return out;
}

}  // namespace

SideSearch::SideSearch(const SaddleMean& mean, SaddleSide side, std::vector<Vector> others,
                       const SideOptions& options)
    : mean_(&mean),
      side_(side),
      others_(std::move(others)),
      options_(options),
      domain_(side == SaddleSide::primal ? mean.primal_domain() : mean.dual_domain()),
      descent_(domain_,
               side == SaddleSide::primal ? mean.smoothness().primal : mean.smoothness().dual,
               start_of(domain_, side == SaddleSide::primal ? mean.primal_dimension()
                                                            : mean.dual_dimension())),
      z_(mean.primal_dimension() + mean.dual_dimension()) {}

bool SideSearch::is_finished() const {
  // Rounding is allowed for twice over: on the upper and on the lower side.
  const double narrowest = std::max(options_.width, 4 * descent_.rounding());
  return descent_.least().width() <= narrowest || evaluations_ >= options_.most_evaluations;
}

bool SideSearch::advance(ThreadPool& pool, const Deadline& deadline) {
  while (!is_finished()) {
    if (!pass_) begin_pass();
    if (!pass_->advance(pool, deadline)) return false;
    pass_.reset();
    add_answer();
    if (deadline.passed()) return is_finished();
  }
  return true;
}

void SideSearch::begin_pass() {
  const Vector& other = others_[next_];
  if (side_ == SaddleSide::primal) {
    z_ << descent_.query(), other;
  } else {
    z_ << other, descent_.query();
  }
  pass_ = mean_->begin_pass(z_, answer_);
}

/// Minimizes F over x, or -F over y: the slopes are those of both.
void SideSearch::add_answer() {
  evaluations_ += mean_->records();
  const Index size = descent_.query().size();
  if (next_ == 0) total_ = {.gradient = Vector::Zero(size)};
  const bool is_primal = side_ == SaddleSide::primal;
  const double part = 1 / static_cast<double>(others_.size());
  total_.value += part * (is_primal ? answer_.value : -answer_.value);
  total_.gradient += part * (is_primal ? answer_.slopes.head(size) : answer_.slopes.tail(size));
  total_.value_error += part * kRounding * answer_.value_size;
  total_.gradient_error += part * kRounding * answer_.gradient_size;
  if (++next_ < others_.size()) return;
  next_ = 0;
  descent_.take(total_);
}

SideOptimum SideSearch::result() const {
  const Bracket& least = descent_.least();
  return {.value = side_ == SaddleSide::primal ? least : -least,
          .point = descent_.best(),
          .evaluations = evaluations_,
          .is_narrow = least.width() >= 0 && least.width() <= options_.width};
}

}  // namespace noisy
