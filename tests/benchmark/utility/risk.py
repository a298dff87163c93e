"""The risk of a linear model, its optimum and its scores, for many points at once. Points are (runs, d, K)."""

import numpy as np

BLOCK = 32  # points at a time: their scores of all rows must fit into memory


def signed(targets):
    return targets[:, None]


class Risk:
    """Mean loss of the rows plus strength / 2 |x|^2."""

    def __init__(self, loss, classes, strength):
        self.loss = loss
        self.strength = strength
        self.outputs = classes if loss == "softmax" else 1
        self.curvature = {"logistic": 0.25, "softmax": 0.5, "squared": 1}[loss]
        self.slope = {"logistic": 1, "softmax": np.sqrt(2), "squared": 1}[loss]

    def losses(self, scores, targets):
        """Of rows whose scores are (n, runs, K): (n, runs)."""
        if self.loss == "logistic":
            return np.logaddexp(0, -signed(targets) * scores[:, :, 0])
        if self.loss == "squared":
            return (scores[:, :, 0] - signed(targets)) ** 2 / 2
        largest = scores.max(axis=2)
        total = np.log(np.exp(scores - largest[:, :, None]).sum(axis=2)) + largest
        return total - np.take_along_axis(scores, targets[:, None, None], 2)[:, :, 0]

    def slopes(self, scores, targets):
        """Derivatives of the losses by the scores: (n, runs, K)."""
        if self.loss == "logistic":
            y = targets[:, None, None]
            return -y / (1 + np.exp(np.clip(y * scores, -700, 700)))
        if self.loss == "squared":
            return scores - targets[:, None, None]
        shares = np.exp(scores - scores.max(axis=2, keepdims=True))
        shares /= shares.sum(axis=2, keepdims=True)
        np.put_along_axis(shares, np.broadcast_to(targets[:, None, None], (*shares.shape[:2], 1)),
                          np.take_along_axis(shares, targets[:, None, None], 2) - 1, 2)
        return shares

    def by_block(self, rows, points, figure):
        found = [
            figure(np.tensordot(rows, points[at : at + BLOCK], (1, 1)), points[at : at + BLOCK])
            for at in range(0, len(points), BLOCK)
        ]
        return np.concatenate(found)

    def values(self, rows, targets, points):
        with np.errstate(over="ignore", invalid="ignore"):
            return self.by_block(
                rows,
                points,
                lambda scores, some: self.losses(scores, targets).mean(axis=0)
                + self.strength / 2 * (some**2).sum(axis=(1, 2)),
            )

    def scores(self, rows, targets, points):
        """Accuracy, or R^2."""

        def figure(scores, _):
            if self.loss == "squared":
                wrong = ((scores[:, :, 0] - signed(targets)) ** 2).mean(axis=0)
                return 1 - wrong / targets.var()
            if self.loss == "logistic":
                return (np.where(scores[:, :, 0] >= 0, 1, -1) == signed(targets)).mean(axis=0)
            return (scores.argmax(axis=2) == signed(targets)).mean(axis=0)

        return self.by_block(rows, points, figure)

    def guess(self, targets, held_targets):
        """Scores of who knows the kept targets alone: their majority, or mean."""
        if self.loss == "squared":
            return {"trained": 0, "heldOut": 1 - ((held_targets - targets.mean()) ** 2).mean() / held_targets.var()}
        words, counts = np.unique(targets, return_counts=True)
        most = words[counts.argmax()]
        return {"trained": (targets == most).mean(), "heldOut": (held_targets == most).mean()}

    def optimum(self, rows, targets):
        """By Newton's method with halved steps: (1, d, K)."""
        samples, features = rows.shape
        outputs = self.outputs
        point = np.zeros((1, features, outputs))
        for _ in range(100):
            scores = np.tensordot(rows, point, (1, 1))
            slopes = self.slopes(scores, targets)[:, 0]
            gradient = rows.T @ slopes / samples + self.strength * point[0]
            if np.abs(gradient).max() < 1e-11:
                break
            hessian = self.hessian(rows, scores[:, 0], slopes, targets)
            step = np.linalg.solve(hessian, gradient.T.ravel()).reshape(outputs, features).T[None]
            value = self.values(rows, targets, point)
            size = 1.0
            while size > 1e-10 and self.values(rows, targets, point - size * step) > value + 1e-15:
                size /= 2
            point = point - size * step
        return point

    def hessian(self, rows, scores, slopes, targets):
        """Of the classes one after the other."""
        samples, features = rows.shape
        if self.loss == "softmax":
            shares = slopes.copy()
            shares[np.arange(samples), targets] += 1
            curvatures = np.einsum("nk,kl->nkl", shares, np.eye(self.outputs)) - shares[:, :, None] * shares[:, None]
        elif self.loss == "logistic":
            share = 1 / (1 + np.exp(-np.abs(scores)))
            curvatures = (share * (1 - share))[:, :, None]
        else:
            curvatures = np.ones((samples, 1, 1))
        outputs = self.outputs
        blocks = [
            [rows.T @ (rows * curvatures[:, k, l, None]) / samples for l in range(outputs)] for k in range(outputs)
        ]
        return np.block(blocks) + self.strength * np.eye(features * outputs)
