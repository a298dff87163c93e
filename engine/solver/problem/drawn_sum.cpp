#include "engine/solver/problem/drawn_sum.h"

namespace noisy {
namespace {

class PassOnOneThread final : public Pass {
 public:
  explicit PassOnOneThread(std::unique_ptr<Pass> pass) : pass_(std::move(pass)) {}
  bool advance(ThreadPool& /*pool*/, const Deadline& deadline) override {
    ThreadPool alone(1);
    return pass_->advance(alone, deadline);
  }

 private:
  std::unique_ptr<Pass> pass_;
};

}  // namespace

std::unique_ptr<Pass> DrawnSum::begin_pass(const Vector& z, OperatorMean& mean) const {
  return std::make_unique<PassOnOneThread>(ComponentSum::begin_pass(z, mean));
}

}  // namespace noisy
