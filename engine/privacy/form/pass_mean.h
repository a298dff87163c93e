#pragma once

#include <optional>

#include "engine/privacy/oracle/hidden_work.h"
#include "engine/privacy/oracle/request.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/solver/problem/record_sum.h"

namespace noisy {

/// One pass of gradient steps over the records of a block, in their order; all of it is public.
struct PassSetting {
  RecordBlock records;
  double step_size = 0;     ///< eta > 0
  Regularizer smooth_part;  ///< r, whose gradient is taken
  Domain domain;            ///< with a projection P
  Vector start;             ///< x_0; moved into the domain
};

/// A pass over m records that nobody but the oracle and its kind of release sees:
///
///     x_t = P( x_{t-1} - eta (grad f(x_{t-1}; y_t) + grad r(x_{t-1})) ),   t = 1 .. m
class HiddenPass final : public HiddenWork {
 public:
  explicit HiddenPass(PassSetting setting);

 private:
  friend class PassMeanForm;

  std::optional<Error> begin(const Exact& exact) override;
  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  std::optional<Error> failure() const override { return failure_; }
  Index evaluations() const override { return done_; }
  void step();
  bool is_done() const { return failure_ || done_ == count_; }

  PassSetting setting_;
  const FiniteSum* data_ = nullptr;
  std::optional<RecordSum> records_;
  std::optional<Error> failure_;
  Index count_ = 0;  ///< m
  Index done_ = 0;   ///< t
  Vector point_;     ///< x_t
  Vector mean_;      ///< of x_0 .. x_{t-1}
  Vector gradient_;
};

/// The mean of the points x_0 .. x_{m-1} at which a pass took its gradients, with noise.
///
/// Replacing one record moves it by at most eta S. The steps before the record's own are the same
/// on both data sets, and so is the point at which its gradient is taken; that step differs by
/// eta ||grad f(x; y) - grad f(x; y')|| <= eta S, and projections move no two points apart. Every
/// later step takes the same gradient map on both sides, of f + r convex and (L + mu)-smooth with
/// L of every record and mu of r: for eta <= 2 / (L + mu) it moves no two points apart (Baillon,
/// Haddad 1977; Hardt, Recht, Singer 2016, Lemma 3.6). So no x_t moves by more than eta S, and
/// neither does their mean (Feldman, Koren, Talwar 2020, with S <= 2 G for G-Lipschitz losses).
/// Other blocks stay as they are. It costs (eta S / sigma)^2 / 2 in rho.
const ReleaseForm* pass_mean_form();

/// 2 / (L + mu): the longest step that moves no two points apart.
double longest_pass_step(double smoothness, double strong_convexity);

/// eta and mu that a release of this kind rests on, as its details.
ReleaseDetails details_of(const PassSetting& setting);

struct PassMeanRequest : Request {
  const HiddenPass* pass = nullptr;
};

/// The mean of a pass that is done.
PassMeanRequest pass_mean(const HiddenPass& pass, const Release& release);

}  // namespace noisy
